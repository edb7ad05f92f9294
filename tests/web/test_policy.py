"""Which pages are paid for again: by tables, and by a thousand changes that a reader sees or does not see."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from airflow_provider.web.memory.pages import Entry, Trust
from airflow_provider.web.outcomes import Failed, Gone, NotModified, Outcome, Page, Validators
from airflow_provider.web.policy import CHECK_ONE_IN, PROOFS, Pay, Reused, Visit, decide, entry_of, plan
from airflow_provider.web.reuse import Reuse
from tests.web import mutations

URL = "https://shop.example.com/books"
PAID = datetime(2026, 1, 1, 3, tzinfo=UTC)
NOW = PAID + timedelta(days=1)
REUSE = Reuse(memory="m")
TEXT = "<p>" + "A page with enough text to be read without scripts. " * 3


def loaded(html: str | bytes, *, etag: str | None = None, url: str = URL, kind: str = "text/html") -> Page:
    return Page(url, html.encode() if isinstance(html, str) else html, kind, Validators(url, etag))


def paid(page: Page, reuse: Reuse = REUSE) -> Entry:
    """Return what is remembered of *page* after it was paid for."""
    decision = decide(URL, None, page, reuse, now=PAID)
    assert isinstance(decision, Pay)
    assert decision.reason in {"new", "needs_scripts"}
    return entry_of(URL, "books", decision.observed, paid_at=PAID, usage={})


def outcome_of(decision: Reused | Pay) -> str:
    return "reused" if isinstance(decision, Reused) else decision.reason


BASES = [mutations.page(seed) for seed in range(25)]
WITHOUT_OFFERS = Reuse(memory="m", ignore=".offers")


@pytest.mark.parametrize("kind", mutations.INVISIBLE)
def test_what_a_reader_does_not_see_is_not_paid_for(kind: str) -> None:
    found = []
    for seed, base in enumerate(BASES, 1):
        before, after = mutations.html(base), mutations.html(mutations.invisible(base, kind, seed))
        assert before != after, "no mutation"
        found.append(
            outcome_of(decide(URL, paid(loaded(before), WITHOUT_OFFERS), loaded(after), WITHOUT_OFFERS, now=NOW))
        )

    assert len(found) * len(mutations.INVISIBLE) >= 500
    assert found == ["reused"] * len(BASES)


@pytest.mark.parametrize("kind", mutations.VISIBLE)
def test_what_a_reader_sees_is_paid_for_each_time(kind: str) -> None:
    found = []
    for seed, base in enumerate(BASES, 1):
        changed = mutations.visible(base, kind, seed)
        # With all kinds of noise on top.
        changed.noise = dict.fromkeys(mutations.INVISIBLE, seed)
        entry = paid(loaded(mutations.html(base)), WITHOUT_OFFERS)
        found.append(outcome_of(decide(URL, entry, loaded(mutations.html(changed)), WITHOUT_OFFERS, now=NOW)))

    assert len(found) * len(mutations.VISIBLE) >= 500
    assert found == ["changed"] * len(BASES)


UNREADABLE = Page(URL, b"<r>&#xd800;</r>", "application/xml")

FAILURES: dict[str, Outcome] = {
    "what its parser cannot hand out": UNREADABLE,
    "forbidden by robots.txt": Failed("robots.txt does not allow it", cause="robots"),
    "403": Failed("answered 403", cause="status", status=403),
    "timeout": Failed("no whole answer in time", cause="timeout"),
    "private address": Failed("not public", cause="address"),
    "404": Gone(404),
}


@pytest.mark.parametrize("outcome", FAILURES.values(), ids=FAILURES)
@pytest.mark.parametrize("known", [True, False])
def test_a_page_that_cannot_be_read_is_paid_for_and_says_why(outcome: Outcome, *, known: bool) -> None:
    entry = paid(loaded(TEXT)) if known else None

    decision = decide(URL, entry, outcome, REUSE, now=NOW)

    assert isinstance(decision, Pay)
    assert (decision.reason, decision.observed) == ("not_readable", None)
    assert decision.detail


SHELLS = {
    "react": "<title>Shop</title><div id='root'></div><script src='/a.js'></script>",
    "vue with a message": "<div id='app'>Loading…</div><script src='/a.js'></script>",
    "next": "<div id='__next'><div class='spinner'></div></div><script src='/n.js' defer></script>",
    "angular": "<app-root></app-root><script type='module' src='/main.js'></script>",
    "menus only": f"<nav>{'Home ' * 40}</nav><div></div><footer>{'Imprint ' * 40}</footer><script src=a></script>",
    "long menus around a mount": f"<div>{'Offers ' * 60}</div><div id='app'></div><script src='/a.js'></script>",
    "a challenge": "<title>Just a moment...</title><p>Checking your browser</p><script src='/c.js'></script>",
    "sveltekit": "<p>Loading…</p><script>import('/_app/start.js').then(app => app.start())</script>",
    "a script that adds a script": "<p>Please wait</p><script>s.src = '/app.js'; document.body.append(s)</script>",
    "sent on": f"{TEXT}<meta http-equiv='Refresh' content='0; URL=/new'>",
    "sent on soon": f"{TEXT}<meta http-equiv=refresh content=\"5;url='https://new.example.com/books'\">",
    "nothing": "",
    "title only": "<title>Shop</title><script>1</script><body></body>",
}
LOGINS = {
    "a form": "<h1>Sign in</h1><form><input name=user><input type=password></form>",
    "capital letters": "<h1>Sign in</h1><form><INPUT TYPE=Password></form>",
}


@pytest.mark.parametrize("html", [*SHELLS.values(), *LOGINS.values()], ids=[*SHELLS, *LOGINS])
def test_a_page_that_shows_little_without_scripts_or_a_login_is_paid_for_each_time(html: str) -> None:
    page = loaded(html)

    found = [outcome_of(decide(URL, entry, page, REUSE, now=NOW)) for entry in (None, paid(page))]

    assert found == ["needs_scripts", "needs_scripts"]


def test_a_redirect_to_a_login_is_paid_for_each_time() -> None:
    page = loaded(TEXT * 20 + "<input type=password>", url="https://shop.example.com/account/login?next=/books")

    assert outcome_of(decide(URL, None, page, REUSE, now=NOW)) == "needs_scripts"


@pytest.mark.parametrize(
    "html",
    [
        TEXT,
        f"{TEXT}<script src='/stats.js'></script>",
        f"{TEXT}<meta http-equiv=refresh content=300>",
        f"{TEXT}<meta http-equiv=refresh content='5; url=/books#top'>",
        f"{TEXT}<meta http-equiv=refresh content='3600; url=/signed-out'>",
        f"<div id='app'>{TEXT}</div><script src='/hydrate.js'></script>",
        "<h1>Books</h1><p>Night Trains</p><p>12.90</p><script>t=1</script>",
        f"<form><input type=password></form>{TEXT * 5}",
    ],
    ids=[
        "plain",
        "with statistics",
        "loads itself",
        "itself by name",
        "much later",
        "rendered by the server",
        "short, with a script",
        "with a field to sign in",
    ],
)
def test_a_page_that_is_whole_without_scripts_is_not(html: str) -> None:
    page = loaded(html)

    assert outcome_of(decide(URL, paid(page), page, REUSE, now=NOW)) == "reused"


def test_what_is_selected_in_the_plain_page_can_be_told_whatever_else_scripts_bring() -> None:
    reuse = Reuse(memory="m", select="#price")
    shell = "<div id='app'></div><p id='price'>{}</p><script src='/a.js'></script>"
    entry = paid(loaded(shell.format("12.90")), reuse)

    assert outcome_of(decide(URL, entry, loaded(shell.format("12.90") + "<p>x"), reuse, now=NOW)) == "reused"
    assert outcome_of(decide(URL, entry, loaded(shell.format("11.50")), reuse, now=NOW)) == "changed"
    assert outcome_of(decide(URL, entry, loaded("<p>gone</p>"), reuse, now=NOW)) == "needs_scripts"


def test_the_same_bytes_are_not_even_read() -> None:
    page = loaded(b"\xff" * 1000, kind="application/octet-stream")
    entry = replace(paid(page), digest="never compared")

    assert outcome_of(decide(URL, entry, page, REUSE, now=NOW)) == "reused"


def test_other_selectors_do_not_compare() -> None:
    entry = paid(loaded(TEXT))

    assert outcome_of(decide(URL, entry, loaded(TEXT), Reuse(memory="m", ignore=".ad"), now=NOW)) == "new"


def test_what_was_paid_for_unseen_is_paid_for_again() -> None:
    entry = entry_of(URL, "books", None, paid_at=PAID, usage={})

    assert outcome_of(decide(URL, entry, loaded(TEXT), REUSE, now=NOW)) == "new"


class TestSmallChanges:
    REUSE = Reuse(memory="m", min_change=0.2)

    def page(self, *lines: str) -> Page:
        return loaded("".join(f"<p>{line}" for line in lines))

    def test_they_are_passed_over_and_add_up(self) -> None:
        entry = paid(self.page(*"abcdefghij"), self.REUSE)

        found = [
            outcome_of(decide(URL, entry, self.page(*lines), self.REUSE, now=NOW))
            for lines in ("Xbcdefghij", "XYcdefghij", "abcdefghij")
        ]

        assert found == ["reused", "changed", "reused"]

    def test_without_a_fingerprint_every_change_counts(self) -> None:
        entry = paid(self.page(*"abcdefghij"))

        assert outcome_of(decide(URL, entry, self.page(*"Xbcdefghij"), self.REUSE, now=NOW)) == "changed"


class TestAge:
    REUSE = Reuse(memory="m", max_age=timedelta(days=30))
    RECENT = Reuse(memory="m", when="recent", max_age=timedelta(days=30))

    @pytest.mark.parametrize(
        ("days", "expected"), [(0, "reused"), (29.9, "reused"), (31, "too_old"), (-1, "too_old"), (-0.001, "reused")]
    )
    def test_what_was_paid_too_long_ago_is_paid_for_though_it_is_unchanged(self, days: float, expected: str) -> None:
        entry = paid(loaded(TEXT))
        now = PAID + timedelta(days=days)

        assert outcome_of(decide(URL, entry, loaded(TEXT), self.REUSE, now=now)) == expected
        assert outcome_of(decide(URL, entry, NotModified(), self.REUSE, now=now)) == expected
        recent = plan(entry, self.RECENT, now=now)
        assert not isinstance(recent, Visit)
        assert outcome_of(recent) == expected

    def test_what_is_paid_for_its_age_is_remembered_as_it_is_now(self) -> None:
        entry = paid(loaded(TEXT, etag='"1"'))

        for outcome in (loaded(TEXT, etag='"1"'), NotModified()):
            decision = decide(URL, entry, outcome, self.REUSE, now=PAID + timedelta(days=31))
            assert isinstance(decision, Pay)
            again = entry_of(URL, "books", decision.observed, paid_at=PAID, usage={})
            assert again == entry

    def test_by_age_alone_nothing_is_visited(self) -> None:
        assert plan(None, self.RECENT, now=NOW) == Pay("new")
        assert plan(entry_of(URL, "books", None, paid_at=PAID, usage={}), self.RECENT, now=NOW) != Visit()


class TestConditions:
    ENTRY = paid(loaded(TEXT, etag='"1"'))
    TRUST = Trust(proofs=PROOFS)

    def test_a_page_is_asked_for_whole_until_its_host_has_proven_its_validators(self) -> None:
        for trust in (None, Trust(), Trust(PROOFS - 1), Trust(PROOFS, lies=1)):
            assert plan(self.ENTRY, REUSE, now=NOW, trust=trust) == Visit()
        assert plan(self.ENTRY, REUSE, now=NOW, trust=self.TRUST) == Visit(self.ENTRY.validators)

    def test_some_visits_check_the_host_all_the_same(self) -> None:
        assert plan(self.ENTRY, REUSE, now=NOW, trust=self.TRUST, dice=1 / CHECK_ONE_IN - 0.001) == Visit()

    def test_what_does_not_compare_is_asked_for_whole(self) -> None:
        assert plan(self.ENTRY, Reuse(memory="m", select="p"), now=NOW, trust=self.TRUST) == Visit()
        assert plan(None, REUSE, now=NOW, trust=self.TRUST) == Visit()

    @pytest.mark.parametrize(("etag", "honest"), [('"2"', True), ('"1"', False), (None, None)])
    def test_a_change_shows_whether_the_validators_tell_the_truth(self, etag: str | None, honest: Any) -> None:
        decision = decide(URL, self.ENTRY, loaded(f"{TEXT}!", etag=etag), REUSE, now=NOW)

        assert (outcome_of(decision), decision.honest) == ("changed", honest)

    def test_an_unchanged_page_shows_nothing_of_that(self) -> None:
        assert decide(URL, self.ENTRY, loaded(TEXT, etag='"1"'), REUSE, now=NOW).honest is None

    def test_not_modified_is_unchanged(self) -> None:
        assert decide(URL, self.ENTRY, NotModified(), REUSE, now=NOW) == Reused(self.ENTRY)
        assert outcome_of(decide(URL, None, NotModified(), REUSE, now=NOW)) == "not_readable"

    def test_new_validators_of_the_same_page_are_noted_until_they_prove_to_be_no_use(self) -> None:
        entry = self.ENTRY
        noted = []
        for etag in ('"1"', '"2"', '"3"', '"4"'):
            decision = decide(URL, entry, loaded(TEXT, etag=etag), REUSE, now=NOW)
            assert isinstance(decision, Reused)
            noted.append(decision.noted and (decision.noted.validators, decision.noted.unsteady))
            entry = decision.noted or entry

        assert noted == [None, (Validators(URL, '"2"'), 1), (None, 2), None]


def test_a_request_that_waits_for_scripts_is_paid_for_unless_something_is_selected() -> None:
    entry = paid(loaded(TEXT))

    assert plan(entry, REUSE, now=NOW, dynamic=True) == Pay("needs_scripts", detail="its request has a delay")
    assert plan(entry, Reuse(memory="m", select="p"), now=NOW, dynamic=True) == Visit()
