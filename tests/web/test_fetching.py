"""Manners and limits of loading, blocking or not: what one visit brings, whatever the server does."""

from __future__ import annotations

import asyncio
import gzip
import threading
import time
import zlib
from collections import Counter
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from airflow_provider.web import visiting
from airflow_provider.web.outcomes import Failed, Gone, NotModified, Outcome, Page, Validators
from airflow_provider.web.visiting import USER_AGENT
from tests.redis_server import wait_until
from tests.serving import answer, cut_off, dripping, head, raw, reset, silence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.serving import Listener
    from tests.web.fetchers import AnyFetcher

    Make = Callable[..., AnyFetcher]

URL = "https://shop.example.com/prices"
NO_ROBOTS = answer(404)


class Site:
    """A plain callable behind httpx's mock transport: answers by URL, and keeps what was asked."""

    def __init__(self, make: Make, **pages: Any) -> None:
        self.make = make
        self.pages = {f"https://shop.example.com/{name}": page for name, page in pages.items()}
        self.asked: list[httpx.Request] = []
        self.times: list[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        self.times.append(time.monotonic())
        found = self.pages.get(str(request.url), 404)
        if isinstance(found, Exception):
            raise found
        if isinstance(found, httpx.Response):
            return httpx.Response(found.status_code, headers=found.headers, content=found.content)
        return httpx.Response(found) if isinstance(found, int) else httpx.Response(200, content=found)

    def paths(self) -> list[str]:
        return [request.url.path for request in self.asked]

    def fetcher(self, **options: Any) -> AnyFetcher:
        return self.make(transport=httpx.MockTransport(self), **options)

    def fetch(self, url: str = URL, validators: Validators | None = None, **options: Any) -> Outcome:
        return self.fetcher(**options).fetch(url, validators)


def failure(outcome: Outcome) -> tuple[str, str]:
    """Return the cause and the reason."""
    assert isinstance(outcome, Failed), outcome
    return outcome.cause, outcome.reason


def redirect(to: str) -> httpx.Response:
    return httpx.Response(302, headers={"Location": to})


class TestAnswers:
    def test_a_page_comes_with_where_it_was_found_and_what_to_ask_with(self, fetcher: Make) -> None:
        outcome = Site(fetcher, prices=httpx.Response(200, headers={"ETag": '"1"'}, html="<p>a")).fetch()

        assert outcome == Page(URL, b"<p>a", "text/html; charset=utf-8", Validators(URL, '"1"'))

    @pytest.mark.parametrize("status", [404, 410])
    def test_404_and_410_are_a_missing_page(self, fetcher: Make, status: int) -> None:
        assert Site(fetcher, prices=status).fetch() == Gone(status)

    @pytest.mark.parametrize("status", [301, 304, 400, 401, 403, 418, 429, 451, 500, 503, 599])
    def test_any_other_status_says_nothing_of_the_page(self, fetcher: Make, status: int) -> None:
        outcome = Site(fetcher, prices=status).fetch()

        assert outcome == Failed(f"answered {status}", None, "status", status)

    @pytest.mark.parametrize(
        ("given", "expected"), [("120", 120), ("-5", 0), ("soon", None), ("Thu, 01 Jan 1970 00:00:00 GMT", 0)]
    )
    def test_the_wait_that_a_server_asks_for_is_handed_on(
        self, fetcher: Make, given: str, expected: float | None
    ) -> None:
        outcome = Site(fetcher, prices=httpx.Response(503, headers={"Retry-After": given})).fetch()

        assert isinstance(outcome, Failed)
        assert outcome.retry_after == expected

    @pytest.mark.parametrize(
        ("error", "cause"),
        [(httpx.ConnectError("x"), "connection"), (httpx.ReadTimeout("x"), "timeout"), (ValueError("x"), "connection")],
    )
    def test_no_error_gets_through(self, fetcher: Make, error: Exception, cause: str) -> None:
        assert failure(Site(fetcher, prices=error).fetch()) == (cause, f"{type(error).__name__}: x")

    @pytest.mark.parametrize("url", ["ftp://example.com/", "shop", "https://u:secret@example.com/", "http://"])
    def test_what_is_no_page_is_not_asked_for(self, fetcher: Make, url: str) -> None:
        site = Site(fetcher)

        cause, reason = failure(site.fetch(url))

        assert (cause, site.asked) == ("address", [])
        assert "secret" not in reason


class TestConditions:
    def test_the_etag_goes_first(self, fetcher: Make) -> None:
        site = Site(fetcher, prices=304)

        assert site.fetch(validators=Validators(URL, '"1"', "Mon, 01 Jan 2024 00:00:00 GMT")) == NotModified()
        assert site.asked[-1].headers["If-None-Match"] == '"1"'
        assert "If-Modified-Since" not in site.asked[-1].headers

    def test_a_date_is_used_once_it_cannot_stand_for_two_versions(self, fetcher: Make) -> None:
        date = {"Date": "Mon, 01 Jan 2024 00:02:00 GMT"}
        given = ["Mon, 01 Jan 2024 00:00:00 GMT", "Mon, 01 Jan 2024 00:01:30 GMT", "yesterday"]
        sites = [Site(fetcher, prices=httpx.Response(200, headers={**date, "Last-Modified": one})) for one in given]

        found = [site.fetch() for site in sites]

        assert [page.validators and page.validators.modified for page in found if isinstance(page, Page)] == [
            given[0],
            None,
            None,
        ]

    def test_conditions_go_only_to_the_address_that_gave_them(self, fetcher: Make) -> None:
        site = Site(fetcher, prices=redirect("/new"), new=b"x")

        site.fetch(validators=Validators("https://shop.example.com/new", '"1"'))

        assert ["If-None-Match" in request.headers for request in site.asked] == [False, False, True]


class TestManners:
    def test_robots_txt_is_asked_first_and_once_for_many_pages(self, fetcher: Make) -> None:
        site = Site(fetcher, **{"robots.txt": b"User-agent: *\nDisallow: /private", "prices": b"x", "private/a": b"x"})

        reading = site.fetcher()
        found = [reading.fetch(f"https://shop.example.com/{path}") for path in ("prices", "private/a")]

        assert isinstance(found[0], Page)
        assert failure(found[1]) == ("robots", "robots.txt does not allow it")
        assert site.paths() == ["/robots.txt", "/prices"]

    def test_rules_for_our_name_are_obeyed(self, fetcher: Make) -> None:
        site = Site(fetcher, **{"robots.txt": b"User-agent: airflow-provider-content-ai\nDisallow: /", "prices": b"x"})

        assert failure(site.fetch())[0] == "robots"
        assert isinstance(site.fetch(user_agent="other/1"), Page)
        assert isinstance(site.fetch(obey_robots=False), Page)

    @pytest.mark.parametrize("status", [401, 403, 404, 410])
    def test_no_robots_txt_forbids_nothing(self, fetcher: Make, status: int) -> None:
        assert isinstance(Site(fetcher, **{"robots.txt": status, "prices": b"x"}).fetch(), Page)

    @pytest.mark.parametrize("trouble", [500, 503, 429, httpx.ConnectError("x"), redirect("ftp://x/")], ids=str)
    def test_a_robots_txt_that_cannot_be_read_forbids_everything(self, fetcher: Make, trouble: Any) -> None:
        site = Site(fetcher, **{"robots.txt": trouble, "prices": b"x"})

        cause, reason = failure(site.fetch())

        assert cause == "unreadable_robots"
        assert reason.startswith("robots.txt cannot be read (")
        assert site.paths() == ["/robots.txt"]

    def test_the_target_of_a_redirect_is_asked_about_as_well(self, fetcher: Make) -> None:
        site = Site(
            fetcher, **{"robots.txt": b"User-agent: *\nDisallow: /new", "prices": redirect("/new"), "new": b"x"}
        )

        assert failure(site.fetch())[0] == "robots"
        assert "/new" not in site.paths()

    def test_redirects_of_robots_txt_are_followed(self, fetcher: Make) -> None:
        rules = b"User-agent: *\nDisallow: /prices"
        site = Site(fetcher, **{"robots.txt": redirect("/rules"), "rules": rules, "prices": b"x"})

        assert failure(site.fetch())[0] == "robots"

    def test_rules_that_cannot_be_renewed_are_kept(self, fetcher: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        site = Site(fetcher, **{"robots.txt": b"User-agent: *\nDisallow: /private", "prices": b"x"})
        monkeypatch.setattr("airflow_provider.web.robots.REMEMBER", -1.0)

        reading = site.fetcher()
        reading.fetch(URL)
        site.pages["https://shop.example.com/robots.txt"] = 500
        allowed, forbidden = (reading.fetch(f"https://shop.example.com/{path}") for path in ("prices", "private/a"))

        assert isinstance(allowed, Page)
        assert failure(forbidden)[0] == "robots"
        assert site.paths().count("/robots.txt") == 3

    def test_the_name_is_honest_and_can_be_changed(self, fetcher: Make) -> None:
        site = Site(fetcher, prices=b"x")
        site.fetch()
        site.fetch(user_agent="harbour-books/1 (books@example.com)")

        assert USER_AGENT.startswith("airflow-provider-content-ai/")
        assert [request.headers["User-Agent"] for request in site.asked[1::2]] == [
            USER_AGENT,
            "harbour-books/1 (books@example.com)",
        ]

    @pytest.mark.parametrize("take_turns", [True, False])
    def test_a_host_gets_one_request_at_a_time_and_other_hosts_do_not_wait_for_it(
        self, fetcher: Make, *, take_turns: bool
    ) -> None:
        under_way: Counter[str] = Counter()
        most: Counter[str] = Counter()
        lock = threading.Lock()

        def begin(host: str) -> None:
            with lock:
                under_way[host] += 1
                most[host] = max(most[host], under_way[host])
                most["all"] = max(most["all"], under_way.total())

        def end(host: str) -> httpx.Response:
            with lock:
                under_way[host] -= 1
            return httpx.Response(200, content=b"x")

        def are_many() -> bool:
            # A moment for one too many, and as long as it takes for as many as there may be.
            return most["all"] >= (3 if take_turns else 15)

        def serve(request: httpx.Request) -> httpx.Response:
            begin(request.url.host)
            time.sleep(0.02)
            wait_until(are_many)
            return end(request.url.host)

        async def aserve(request: httpx.Request) -> httpx.Response:
            begin(request.url.host)
            await asyncio.sleep(0.02)
            async with asyncio.timeout(60):
                while not are_many():  # noqa: ASYNC110 - the same for both
                    await asyncio.sleep(0.005)
            return end(request.url.host)

        blocks = fetcher().blocks
        reading = fetcher(
            transport=httpx.MockTransport(serve if blocks else aserve), obey_robots=False, take_turns=take_turns
        )
        reading.fetch_all([f"https://{host}.example.com/{page}" for host in "abc" for page in range(5)])

        assert {most[f"{host}.example.com"] for host in "abc"} == ({1} if take_turns else {5})
        assert most["all"] == (3 if take_turns else 15)

    def test_a_crawl_delay_is_kept(self, fetcher: Make) -> None:
        site = Site(fetcher, **{"robots.txt": b"User-agent: *\nCrawl-delay: 0.2", "prices": b"x"})

        reading = site.fetcher()
        reading.fetch(URL)
        reading.fetch(URL)

        assert site.paths() == ["/robots.txt", "/prices", "/prices"]
        assert site.times[2] - site.times[1] >= 0.2

    def test_no_cookie_is_carried_from_page_to_page(self, fetcher: Make) -> None:
        site = Site(fetcher, prices=httpx.Response(200, headers={"Set-Cookie": "a=1"}, content=b"x"))

        reading = site.fetcher()
        reading.fetch(URL)
        reading.fetch(URL)

        assert not any("Cookie" in request.headers for request in site.asked)


class TestRedirects:
    def test_five_are_followed(self, fetcher: Make) -> None:
        hops = {f"r{number}": redirect(f"/r{number + 1}") for number in range(5)}

        outcome = Site(fetcher, **hops, r5=b"x").fetch("https://shop.example.com/r0")

        assert isinstance(outcome, Page)
        assert outcome.url == "https://shop.example.com/r5"

    def test_six_are_too_many(self, fetcher: Make) -> None:
        site = Site(fetcher, prices=redirect("/prices"))

        assert failure(site.fetch()) == ("redirect", "more than 5 redirects")
        assert site.paths().count("/prices") == 6

    @pytest.mark.parametrize("to", ["ftp://example.com/", "file:///etc/passwd", "https://u:p@example.com/", "http://"])
    def test_only_to_pages(self, fetcher: Make, to: str) -> None:
        cause, reason = failure(Site(fetcher, prices=redirect(to)).fetch())

        assert cause == "redirect"
        assert "no http or https page" in reason


BOMB = gzip.compress(bytes(50 * 1024 * 1024))


class TestLimits:
    """Over real sockets, from servers that cheat."""

    @pytest.fixture
    def fetch(self, fetcher: Make, serve: Callable[..., Listener]) -> Callable[..., Outcome]:
        def fetch(*acts: Any, **limits: Any) -> Outcome:
            listener = serve(NO_ROBOTS, *acts)
            return fetcher(allow_private=True).fetch(f"{listener.url}/page", **limits)

        return fetch

    def test_a_page_over_a_real_socket(self, fetch: Callable[..., Outcome]) -> None:
        outcome = fetch(answer(200, b"<p>a", Content_Type="text/html"))

        assert isinstance(outcome, Page)
        assert (outcome.body, outcome.content_type) == (b"<p>a", "text/html")

    @pytest.mark.parametrize("name", ["gzip", "deflate", "bare deflate", "two members", "upper case", "both"])
    def test_packed_pages_are_unpacked(self, fetch: Callable[..., Outcome], name: str) -> None:
        bare = zlib.compressobj(wbits=-15)
        packed, encoding = {
            "gzip": (gzip.compress(b"<p>a"), "gzip"),
            "deflate": (zlib.compress(b"<p>a"), "deflate"),
            "bare deflate": (bare.compress(b"<p>a") + bare.flush(), "deflate"),
            "two members": (gzip.compress(b"<p>") + bytes(30_000) + gzip.compress(b"a"), "gzip"),
            "upper case": (gzip.compress(b"<p>a"), "GZIP"),
            "both": (gzip.compress(zlib.compress(b"<p>a")), "deflate, gzip"),
        }[name]

        outcome = fetch(answer(200, packed, Content_Encoding=encoding))

        assert isinstance(outcome, Page)
        assert outcome.body == b"<p>a"

    def test_a_packed_bomb_is_refused_when_it_has_grown_to_ten_megabytes(self, fetch: Callable[..., Outcome]) -> None:
        assert failure(fetch(answer(200, BOMB, Content_Encoding="gzip"))) == (
            "too_large",
            "larger than 10 MB when unpacked",
        )

    def test_a_bomb_in_a_bomb_is_refused_as_well(self, fetch: Callable[..., Outcome]) -> None:
        twice = gzip.compress(BOMB)

        assert failure(fetch(answer(200, twice, Content_Encoding="gzip, gzip")))[0] == "too_large"

    @pytest.mark.clock
    def test_a_million_empty_members_keep_the_processor_for_a_moment_only(self, fetch: Callable[..., Outcome]) -> None:
        began = time.process_time()
        outcome = fetch(answer(200, gzip.compress(b"") * 400_000, Content_Encoding="gzip"))

        assert failure(outcome)[0] == "too_large"
        assert time.process_time() - began < 2

    def test_a_body_without_end_is_not_read_on(self, fetch: Callable[..., Outcome]) -> None:
        endless = raw(head(200), *[bytes(1024 * 1024)] * 30)

        assert failure(fetch(endless)) == ("too_large", "larger than 10 MB")

    def test_the_limit_can_be_another(self, fetch: Callable[..., Outcome]) -> None:
        assert failure(fetch(answer(200, bytes(2048)), limit=1024))[0] == "too_large"
        assert isinstance(fetch(answer(200, bytes(2048)), limit=2048), Page)

    @pytest.mark.clock
    @pytest.mark.parametrize("before", [head(200), b""], ids=["body", "head"])
    def test_what_drips_ends_at_the_deadline(
        self, fetch: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch, before: bytes
    ) -> None:
        monkeypatch.setattr(visiting, "DEADLINE", 0.3)

        began = time.monotonic()
        assert failure(fetch(dripping(head(200) + b"x" * 100, pause=0.1, before=before)))[0] == "timeout"
        assert time.monotonic() - began < 2

    @pytest.mark.parametrize("act", [silence, reset, cut_off(), raw(b"SSH-2.0\r\n")])
    def test_half_answers_say_nothing_of_the_page(self, fetch: Callable[..., Outcome], act: Any) -> None:
        assert failure(fetch(act))[0] == "connection"

    @pytest.mark.parametrize("encoding", ["br", "zstd", "x" * 100])
    def test_an_encoding_that_was_not_asked_for_is_refused(self, fetch: Callable[..., Outcome], encoding: str) -> None:
        cause, reason = failure(fetch(answer(200, b"x", Content_Encoding=encoding)))

        assert cause == "encoding"
        assert "not asked for" in reason

    @pytest.mark.parametrize("encoding", ["gzip", "deflate"])
    @pytest.mark.parametrize(
        ("body", "why"),
        [(b"plain", "claims to be"), (gzip.compress(b"x" * 99)[:-9], "is cut off")],
        ids=["plain", "cut off"],
    )
    def test_what_is_not_packed_as_it_says_is_refused(
        self, fetch: Callable[..., Outcome], encoding: str, body: bytes, why: str
    ) -> None:
        cause, reason = failure(fetch(answer(200, body, Content_Encoding=encoding)))

        assert cause == "encoding"
        assert why in reason

    def test_nobody_listening_is_a_failure(self, fetcher: Make) -> None:
        cause, reason = failure(fetcher(allow_private=True).fetch("http://127.0.0.1:9/"))

        assert cause == "unreadable_robots"
        assert "ConnectError" in reason

    @pytest.mark.parametrize("packed", [False, True])
    def test_an_endless_robots_txt_is_cut(self, fetcher: Make, serve: Callable[..., Listener], *, packed: bool) -> None:
        rules = b"User-agent: *\nDisallow: /page\n" + b"# more\n" * 500_000
        sent = answer(200, gzip.compress(rules), Content_Encoding="gzip") if packed else answer(200, rules)
        listener = serve(sent, answer(200, b"x"))

        assert failure(fetcher(allow_private=True).fetch(f"{listener.url}/page"))[0] == "robots"
