"""Manners and limits of loading: what one look brings, whatever the server does."""

from __future__ import annotations

import asyncio
import gzip
import time
import zlib
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from airflow_provider.watch import fetching
from airflow_provider.watch.fetching import USER_AGENT, Fetcher
from airflow_provider.watch.sights import Failed, Gone, NotModified, Page, Sight, Validators
from tests.serving import answer, cut_off, dripping, head, raw, reset, silence

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.serving import Listener

URL = "https://shop.example.com/prices"
NO_ROBOTS = answer(404)


class Site:
    """A plain callable behind httpx's mock transport: answers by URL, and keeps what was asked."""

    def __init__(self, **pages: Any) -> None:
        self.pages = {f"https://shop.example.com/{name}": page for name, page in pages.items()}
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        found = self.pages.get(str(request.url), 404)
        if isinstance(found, Exception):
            raise found
        if isinstance(found, httpx.Response):
            return httpx.Response(found.status_code, headers=found.headers, content=found.content)
        return httpx.Response(found) if isinstance(found, int) else httpx.Response(200, content=found)

    def paths(self) -> list[str]:
        return [request.url.path for request in self.asked]

    def fetcher(self, **options: Any) -> Fetcher:
        return Fetcher(transport=httpx.MockTransport(self), **options)

    def look(self, url: str = URL, validators: Validators | None = None, **options: Any) -> Sight:
        return asyncio.run(self.fetcher(**options).look(url, validators))


def reason(sight: Sight) -> str:
    assert isinstance(sight, Failed), sight
    return sight.reason


def redirect(to: str) -> httpx.Response:
    return httpx.Response(302, headers={"Location": to})


class TestAnswers:
    def test_a_page_comes_with_where_it_was_found_and_what_to_ask_with(self) -> None:
        sight = Site(prices=httpx.Response(200, headers={"ETag": '"1"'}, html="<p>a")).look()

        assert sight == Page(URL, b"<p>a", "text/html; charset=utf-8", Validators(URL, '"1"'))

    @pytest.mark.parametrize("status", [404, 410])
    def test_404_and_410_are_a_missing_page(self, status: int) -> None:
        assert Site(prices=status).look() == Gone(status)

    @pytest.mark.parametrize("status", [204 + 97, 400, 401, 403, 418, 429, 451, 500, 503, 599])
    def test_any_other_status_says_nothing_of_the_page(self, status: int) -> None:
        assert reason(Site(prices=status).look()) == f"answered {status}"

    @pytest.mark.parametrize(
        ("given", "expected"), [("120", 120), ("-5", 0), ("soon", None), ("Thu, 01 Jan 1970 00:00:00 GMT", 0)]
    )
    def test_the_wait_that_a_server_asks_for_is_handed_on(self, given: str, expected: float | None) -> None:
        sight = Site(prices=httpx.Response(503, headers={"Retry-After": given})).look()

        assert isinstance(sight, Failed)
        assert sight.retry_after == expected

    @pytest.mark.parametrize("error", [httpx.ConnectError("x"), httpx.ReadTimeout("x"), ValueError("x")])
    def test_no_error_gets_through(self, error: Exception) -> None:
        assert type(error).__name__ in reason(Site(prices=error).look())


class TestConditions:
    def test_the_etag_goes_first(self) -> None:
        site = Site(prices=304)

        assert site.look(validators=Validators(URL, '"1"', "Mon, 01 Jan 2024 00:00:00 GMT")) == NotModified()
        assert site.asked[-1].headers["If-None-Match"] == '"1"'
        assert "If-Modified-Since" not in site.asked[-1].headers

    def test_a_date_is_used_once_it_cannot_stand_for_two_versions(self) -> None:
        date = {"Date": "Mon, 01 Jan 2024 00:02:00 GMT"}
        old = Site(prices=httpx.Response(200, headers={**date, "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"}))
        new = Site(prices=httpx.Response(200, headers={**date, "Last-Modified": "Mon, 01 Jan 2024 00:01:30 GMT"}))
        odd = Site(prices=httpx.Response(200, headers={**date, "Last-Modified": "yesterday"}))

        found = [site.look() for site in (old, new, odd)]

        assert [page.validators and page.validators.modified for page in found if isinstance(page, Page)] == [
            "Mon, 01 Jan 2024 00:00:00 GMT",
            None,
            None,
        ]

    def test_conditions_go_only_to_the_address_that_gave_them(self) -> None:
        site = Site(prices=redirect("/new"), new=b"x")

        site.look(validators=Validators("https://shop.example.com/new", '"1"'))

        assert ["If-None-Match" in request.headers for request in site.asked] == [False, False, True]


class TestManners:
    def test_robots_txt_is_asked_first_and_once_for_many_pages(self) -> None:
        site = Site(**{"robots.txt": b"User-agent: *\nDisallow: /private", "prices": b"x", "private/a": b"x"})

        async def look() -> list[Sight]:
            fetcher = site.fetcher()
            return [await fetcher.look(f"https://shop.example.com/{path}") for path in ("prices", "private/a")]

        found = asyncio.run(look())

        assert isinstance(found[0], Page)
        assert "robots.txt" in reason(found[1])
        assert site.paths() == ["/robots.txt", "/prices"]

    def test_rules_for_our_name_are_obeyed(self) -> None:
        site = Site(**{"robots.txt": b"User-agent: airflow-provider-content-ai\nDisallow: /", "prices": b"x"})

        assert "robots.txt" in reason(site.look())
        assert isinstance(site.look(user_agent="other/1"), Page)
        assert isinstance(site.look(obey_robots=False), Page)

    @pytest.mark.parametrize("status", [401, 403, 404, 410])
    def test_no_robots_txt_forbids_nothing(self, status: int) -> None:
        assert isinstance(Site(**{"robots.txt": status, "prices": b"x"}).look(), Page)

    @pytest.mark.parametrize("trouble", [500, 503, 429, httpx.ConnectError("x")])
    def test_a_robots_txt_that_cannot_be_read_forbids_everything(self, trouble: Any) -> None:
        site = Site(**{"robots.txt": trouble, "prices": b"x"})

        assert "robots.txt cannot be read" in reason(site.look())
        assert site.paths() == ["/robots.txt"]

    def test_the_target_of_a_redirect_is_asked_about_as_well(self) -> None:
        site = Site(**{"robots.txt": b"User-agent: *\nDisallow: /new", "prices": redirect("/new"), "new": b"x"})

        assert "robots.txt" in reason(site.look())
        assert "/new" not in site.paths()

    def test_the_name_is_honest_and_can_be_changed(self) -> None:
        site = Site(prices=b"x")
        site.look()
        site.look(user_agent="harbour-books/1 (books@example.com)")

        assert USER_AGENT.startswith("airflow-provider-content-ai/")
        assert [request.headers["User-Agent"] for request in site.asked[1::2]] == [
            USER_AGENT,
            "harbour-books/1 (books@example.com)",
        ]

    def test_a_host_gets_one_request_at_a_time_and_other_hosts_do_not_wait_for_it(self) -> None:
        under_way: dict[str, int] = {}
        most: dict[str, int] = {}

        async def serve(request: httpx.Request) -> httpx.Response:
            host = request.url.host
            under_way[host] = under_way.get(host, 0) + 1
            most[host] = max(most.get(host, 0), under_way[host])
            most["all"] = max(most.get("all", 0), sum(under_way.values()))
            await asyncio.sleep(0.01)
            under_way[host] -= 1
            return httpx.Response(200, content=b"x")

        async def look() -> None:
            fetcher = Fetcher(transport=httpx.MockTransport(serve), obey_robots=False)
            urls = [f"https://{host}.example.com/{page}" for host in "abc" for page in range(5)]
            await asyncio.gather(*(fetcher.look(url) for url in urls))

        asyncio.run(look())

        assert most == {"a.example.com": 1, "b.example.com": 1, "c.example.com": 1, "all": 3}

    def test_a_crawl_delay_is_kept(self) -> None:
        site = Site(**{"robots.txt": b"User-agent: *\nCrawl-delay: 0.2", "prices": b"x"})

        async def look() -> float:
            fetcher = site.fetcher()
            await fetcher.look(URL)
            began = time.monotonic()
            await fetcher.look(URL)
            return time.monotonic() - began

        assert asyncio.run(look()) >= 0.19

    def test_no_cookie_is_carried_from_page_to_page(self) -> None:
        site = Site(prices=httpx.Response(200, headers={"Set-Cookie": "a=1"}, content=b"x"))

        async def look() -> None:
            fetcher = site.fetcher()
            await fetcher.look(URL)
            await fetcher.look(URL)

        asyncio.run(look())

        assert not any("Cookie" in request.headers for request in site.asked)


class TestRedirects:
    def test_five_are_followed(self) -> None:
        hops = {f"r{number}": redirect(f"/r{number + 1}") for number in range(5)}

        sight = Site(**hops, r5=b"x").look("https://shop.example.com/r0")

        assert isinstance(sight, Page)
        assert sight.url == "https://shop.example.com/r5"

    def test_six_are_too_many(self) -> None:
        assert "more than 5 redirects" in reason(Site(prices=redirect("/prices")).look())

    @pytest.mark.parametrize("to", ["ftp://example.com/", "file:///etc/passwd", "https://u:p@example.com/", "http://"])
    def test_only_to_pages(self, to: str) -> None:
        assert "no http or https page" in reason(Site(prices=redirect(to)).look())


BOMB = gzip.compress(bytes(50 * 1024 * 1024))


class TestLimits:
    """Over real sockets, from servers that cheat."""

    def look(self, serve: Callable[..., Listener], *acts: Any) -> Sight:
        listener = serve(NO_ROBOTS, *acts)
        return asyncio.run(Fetcher(allow_private=True).look(f"{listener.url}/page"))

    def test_a_page_over_a_real_socket(self, serve: Callable[..., Listener]) -> None:
        sight = self.look(serve, answer(200, b"<p>a", Content_Type="text/html"))

        assert isinstance(sight, Page)
        assert (sight.body, sight.content_type) == (b"<p>a", "text/html")

    @pytest.mark.parametrize("name", ["gzip", "deflate", "bare deflate", "two members", "upper case", "both"])
    def test_packed_pages_are_unpacked(self, serve: Callable[..., Listener], name: str) -> None:
        bare = zlib.compressobj(wbits=-15)
        packed, encoding = {
            "gzip": (gzip.compress(b"<p>a"), "gzip"),
            "deflate": (zlib.compress(b"<p>a"), "deflate"),
            "bare deflate": (bare.compress(b"<p>a") + bare.flush(), "deflate"),
            "two members": (gzip.compress(b"<p>") + gzip.compress(b"a"), "gzip"),
            "upper case": (gzip.compress(b"<p>a"), "GZIP"),
            "both": (gzip.compress(zlib.compress(b"<p>a")), "deflate, gzip"),
        }[name]

        sight = self.look(serve, answer(200, packed, Content_Encoding=encoding))

        assert isinstance(sight, Page)
        assert sight.body == b"<p>a"

    def test_a_packed_bomb_is_refused_when_it_has_grown_to_ten_megabytes(self, serve: Callable[..., Listener]) -> None:
        assert "larger than 10 MB" in reason(self.look(serve, answer(200, BOMB, Content_Encoding="gzip")))

    def test_a_bomb_in_a_bomb_is_refused_as_well(self, serve: Callable[..., Listener]) -> None:
        twice = gzip.compress(BOMB)

        assert "larger than 10 MB" in reason(self.look(serve, answer(200, twice, Content_Encoding="gzip, gzip")))

    def test_a_body_without_end_is_not_read_on(self, serve: Callable[..., Listener]) -> None:
        endless = raw(head(200), *[bytes(1024 * 1024)] * 30)

        assert "larger than 10 MB" in reason(self.look(serve, endless))

    def test_a_dripping_body_ends_at_the_deadline(
        self, serve: Callable[..., Listener], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(fetching, "DEADLINE", 0.3)

        began = time.monotonic()
        assert "no whole answer" in reason(self.look(serve, dripping(b"x" * 100, pause=0.1, before=head(200))))
        assert time.monotonic() - began < 2

    @pytest.mark.parametrize("act", [silence, reset, cut_off(), raw(b"SSH-2.0\r\n")])
    def test_half_answers_say_nothing_of_the_page(self, serve: Callable[..., Listener], act: Any) -> None:
        assert reason(self.look(serve, act))

    @pytest.mark.parametrize("encoding", ["br", "zstd", "x" * 100])
    def test_an_encoding_that_was_not_asked_for_is_refused(self, serve: Callable[..., Listener], encoding: str) -> None:
        assert "not asked for" in reason(self.look(serve, answer(200, b"x", Content_Encoding=encoding)))

    @pytest.mark.parametrize("encoding", ["gzip", "deflate"])
    def test_what_is_not_packed_as_it_says_is_refused(self, serve: Callable[..., Listener], encoding: str) -> None:
        assert "claims to be" in reason(self.look(serve, answer(200, b"plain", Content_Encoding=encoding)))
        assert "claims to be" in reason(
            self.look(serve, answer(200, gzip.compress(b"x" * 99)[:-9], Content_Encoding=encoding))
        )

    def test_nobody_listening_is_a_failure(self) -> None:
        assert "ConnectError" in reason(asyncio.run(Fetcher(allow_private=True).look("http://127.0.0.1:9/")))


class TestRobots:
    def test_redirects_of_robots_txt_are_followed(self) -> None:
        rules = b"User-agent: *\nDisallow: /prices"
        site = Site(**{"robots.txt": redirect("/rules"), "rules": rules, "prices": b"x"})

        assert "robots.txt does not allow" in reason(site.look())

    def test_rules_that_cannot_be_renewed_are_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        site = Site(**{"robots.txt": b"User-agent: *\nDisallow: /private", "prices": b"x"})
        monkeypatch.setattr("airflow_provider.watch.robots.REMEMBER", -1.0)

        async def look() -> tuple[Sight, Sight]:
            fetcher = site.fetcher()
            await fetcher.look(URL)
            site.pages["https://shop.example.com/robots.txt"] = 500
            return await fetcher.look(URL), await fetcher.look("https://shop.example.com/private/a")

        allowed, forbidden = asyncio.run(look())

        assert isinstance(allowed, Page)
        assert "robots.txt does not allow" in reason(forbidden)
        assert site.paths().count("/robots.txt") == 3

    def test_an_endless_robots_txt_is_cut(self, serve: Callable[..., Listener]) -> None:
        rules = b"User-agent: *\nDisallow: /page\n" + b"# more\n" * 500_000
        listener = serve(answer(200, rules), answer(200, b"x"))

        sight = asyncio.run(Fetcher(allow_private=True).look(f"{listener.url}/page"))

        assert "robots.txt does not allow" in reason(sight)
