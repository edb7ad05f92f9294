"""What lists of jobs say: how one is employed and where, since when, for how much, and by whom."""

from __future__ import annotations

import pytest

from tests.local.test_cards import HOST, column
from tests.local.test_reading import cards, rows


@pytest.mark.parametrize("age", ["24h", "3d", "30d+", "2w", "1mo"])
def test_how_old_a_posting_is_may_be_told_in_one_word(age: str) -> None:
    assert column(cards(f"<h3><a href=/j/#>Clerk #x</a></h3><div>{age}</div>"), "posted")[0] == age


def test_how_one_is_employed_and_how_much_of_the_week_are_two_things_where_both_are_asked_for() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><p><span>Befristete Anstellung, Vollzeit oder Teilzeit</span></p>")

    both = rows(html, "alle Stellen", titel="string", beschäftigungsart="string", arbeitszeit="string")[0]
    assert both == {
        "titel": "Clerk 1x",
        "beschäftigungsart": "Befristete Anstellung",
        "arbeitszeit": "Vollzeit oder Teilzeit",
    }
    assert column(html, "employment_type")[0] == "Befristete Anstellung, Vollzeit oder Teilzeit"


def test_between_dots_remote_is_how_one_works() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><p>Engineering • Remote (US) • Intern • Remote</p>")

    found = rows(html, "all jobs", title="string", location="string", employment_type="string", workplace="string")
    assert list(found[0].values()) == ["Clerk 1x", "Remote (US)", "Intern", "Remote"]


def test_what_opens_and_closes_has_a_closing_date() -> None:
    told = "<li class=closing-date>Open 05/08/2026 to 05/2#/2026"
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><ul><li>Permanent • Full-time{told}</ul>")

    found = rows(html, "all jobs", title="string", appointment_type="string", closing_date="string")
    assert list(found[0].values()) == ["Clerk 1x", "Permanent", "05/21/2026"]


@pytest.mark.parametrize(
    ("pay", "ends"),
    [
        ("£25,000 to £35,000 per annum", (25000, 35000)),
        ("Up to £35,000 per annum", (None, 35000)),
        ("From £25,000 per annum", (25000, None)),
        ("Starting at £25,000 (grade 7)", (25000, None)),
    ],
)
def test_a_salary_may_be_open_at_one_end(pay: str, ends: tuple[int | None, int | None]) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><div>{pay}</div><div>Full-time</div>")

    found = rows(html, "all jobs", title="string", salary_min="number", salary_max="number")[0]
    assert (found["salary_min"], found["salary_max"]) == ends


def test_a_logo_is_known_by_its_file_and_a_job_of_a_firm_is_not_the_firm() -> None:
    logo = "<img alt='Maréo #x' src=/i/#/logo><span>Maréo #x</span>"
    html = cards(f"<div>{logo}</div><h4><a href=/companies/mareo-#/jobs/clerk>Clerk #x</a></h4><p>CDI</p>")

    found = rows(html, "toutes les offres", titre="string", entreprise="string", url="string")
    assert found[0] == {"titre": "Clerk 1x", "entreprise": "Maréo 1x", "url": f"{HOST}/companies/mareo-1/jobs/clerk"}


def test_an_icon_may_be_called_by_an_attribute() -> None:
    facts = "<div><i name=location></i>Lyon, Grenoble</div><div><i name=remote></i>Télétravail fréquent</div>"
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3>{facts}")

    found = rows(html, "toutes les offres", titre="string", lieu="string", télétravail="string")[0]
    assert found == {"titre": "Clerk 1x", "lieu": "Lyon, Grenoble", "télétravail": "Télétravail fréquent"}


@pytest.mark.parametrize(
    ("facts", "where", "is_remote"),
    [
        ("Berlin • Full-time • Remote", "Berlin", True),
        ("Berlin • Full-time • Hybrid", "Berlin", None),
        ("Remote • Full-time • $90k - $100k", "Remote", True),
    ],
)
def test_a_known_town_between_dots_is_where(facts: str, where: str | None, is_remote: bool | None) -> None:  # noqa: FBT001 - a value that is read
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><p>{facts}</p>")

    found = rows(html, "all jobs", title="string", location="string", remote="boolean")[0]
    assert (found["location"], found["remote"]) == (where, is_remote)
