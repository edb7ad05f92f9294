"""What lists of jobs say: how one is employed and where, since when, for how much, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.local.test_cards import HOST, column
from tests.local.test_reading import cards, rows

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Kind


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


@pytest.mark.parametrize(
    "contract", ["Fonction publique", "Contrat d'apprentissage", "Contrat de professionnalisation"]
)
def test_a_contract_stands_before_how_much_of_the_week_one_works(contract: str) -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><ul><li>CDI</li><li>Temps plein</li></ul>")
    html = html.replace("CDI", contract, 1)

    assert column(html, "contract_type")[0].removesuffix(", Temps plein") == contract


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


def openings(*places: str) -> str:
    row = "<div class=opening><a href=/jobs/62045940{0}>Clerk {0}x</a><br><span class=location>{1}</span></div>"
    return "".join(row.format(at, place) for at, place in enumerate(places, 10))


def test_beside_a_place_remote_is_said_and_the_others_are_not() -> None:
    html = openings("Austin, TX or Remote (US)", "Berlin, Germany", "Remote - EMEA", "No remote: London")

    assert column(html, "remote", "all jobs", remote="boolean") == [True, False, True, False]


def test_who_may_be_elsewhere_is_told_and_asked_for_in_other_languages() -> None:
    html = openings(
        "Télétravail partiel à 44000 Nantes", "44800 Saint-Herblain", "Pas de télétravail, Lyon", "35000 Rennes"
    )

    assert column(html, "remote", "toutes les offres", remote="boolean") == [True, False, False, False]
    found = rows(html, "Uniquement les offres en télétravail (total ou partiel)", title="string", url="string")
    assert [row["title"] for row in found] == ["Clerk 10x"]


def test_the_number_of_a_job_is_that_by_which_its_link_knows_it() -> None:
    html = openings("Austin, TX", "Berlin, Germany", "Paris, France")

    assert column(html, "job_id", "all jobs", job_id="number") == [6204594010, 6204594011, 6204594012]
    assert column(html.replace("62045940", ""), "job_id", "all jobs", job_id="number") == [None] * 3
    # By a parameter of that name, and in most of them.
    named = openings(*"ABCDE").replace("/jobs/", "/job?id=").replace("12>", "x>").replace("13>", "13&page=2>")
    numbers = [6204594010, 6204594011, None, 6204594013, 6204594014]
    assert column(named, "job_id", "all jobs", job_id="number") == numbers


def test_the_number_of_a_job_has_the_letters_that_it_is_shown_with() -> None:
    html = "".join(
        f"<li><h3><a href=/en/job/Oslo/{name}_R-10488{at}>{name}</a></h3><dl><dt>locations</dt><dd>Oslo</dd></dl>"
        f"<ul><li>R-10488{at}</li></ul></li>"
        for at, name in enumerate(("Clerk", "Cook", "Smith", "Baker", "Driver"))
    )

    found = column(f"<h1>Jobs</h1><ul>{html}</ul>", "job_id", "all jobs", title="string", location="string")
    assert found == [f"R-10488{at}" for at in range(5)]


@pytest.mark.parametrize("places", [("Austin, TX",), ("Austin, TX", "Oslo, Norway", "Rome, Italy", "Bern", "Cork")])
def test_teams_stand_within_departments_if_they_do(places: tuple[str, ...]) -> None:
    sales = f"<section><h3>Sales</h3>{openings(*places)}</section>"
    teams = "".join(
        f"<section><h4>{team}</h4>{openings('Berlin, Germany', 'Paris, France')}</section>" for team in "AB"
    )

    found = rows(
        f"<h1>Jobs</h1>{sales}<h3>Engineering</h3>{teams}",
        "all jobs",
        title="string",
        department="string",
        team="string",
    )
    assert [(row["department"], row["team"]) for row in found] == [
        *[("Sales", None)] * len(places),
        *(("Engineering", team) for team in "AABB"),
    ]


def test_lines_above_groups_are_departments_and_above_their_first_job_teams() -> None:
    def group(team: str, *places: str) -> str:
        return f"<div class=group>{f'<div class=team-name>{team}</div>' if team else ''}{openings(*places)}</div>"

    fleet = (
        f"<div class=head>Fleet</div>{group('Crew', 'Austin, TX', 'Bern, Switzerland')}{group('Repair', 'Rome, Italy')}"
    )
    html = f"<div>{fleet}<div class=head>Open application</div>{group('', 'Paris, France')}</div>"

    found = rows(html, "all jobs", title="string", department="string", team="string", location="string")
    assert [(row["department"], row["team"]) for row in found] == [
        ("Fleet", "Crew"),
        ("Fleet", "Crew"),
        ("Fleet", "Repair"),
        ("Open application", None),
    ]


def test_sections_have_headings_of_a_higher_rank_than_their_jobs() -> None:
    firm = "<a href=/company/c{0}>View company</a>"
    job = f"<li class=new>{firm}<a href=/jobs/{{0}}><h4>Clerk {{0}}x</h4><p>Malmö, Sweden</p></a></li>"
    head = "<div class=top><h2><a href=/categories/{0}>{0} jobs</a></h2><a href=/{0}.rss>RSS</a></div>"
    more = "<p>Read how others have found work in this field, and what they say of it.</p>"
    parts = (("Design", "12"), ("Sales", "3"), ("Support", "456"))
    html = "".join(
        f"<section class=jobs>{head.format(name)}<ul>{''.join(map(job.format, numbers))}</ul>{more}</section>"
        for name, numbers in parts
    )

    found = rows(f"<h1>Remote jobs</h1>{html}", "all jobs", title="string", category="string", link="string")
    assert [row["title"] for row in found] == [f"Clerk {at}x" for at in range(1, 7)]
    assert [row["category"] for row in found] == ["Design jobs"] * 2 + ["Sales jobs"] + ["Support jobs"] * 3


def test_in_other_languages_the_end_of_a_range_stands_behind_what_it_is_of() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><div data-at=salary-info>5#.000 \u2013 74.000 € /Jahr</div>")

    found = rows(f"<html lang=de>{html}", "alle Stellen", titel="string", gehalt_von="number", gehalt_bis="number")[0]
    assert (found["gehalt_von"], found["gehalt_bis"]) == (51000, 74000)


def test_how_many_days_one_is_there_is_no_place() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><p>Hybrid, two days on site</p>")

    found = rows(html, "all jobs", title="string", location="string", workplace="string")[0]
    assert (found["location"], found["workplace"]) == (None, "Hybrid, two days on site")


def test_what_one_presses_to_be_told_the_pay_is_no_pay() -> None:
    card = "<h2><a href=/j/#>Job #x</a></h2><i data-at=job-company>Acme #</i><span data-at=job-salary-info>{}</span>"

    for told in ("Gehalt anzeigen", "Show salary", "Sign in to see what it pays", "Bitte einloggen"):
        found = rows(cards(card.format(told)), "all jobs", title="string", company="string", salary="string")
        assert [row["salary"] for row in found] == [None] * 3


def test_the_link_that_reads_as_a_company_leads_to_it() -> None:
    card = (
        "<h3><a href=/jobs/#>Clerk #x</a></h3><h4 class=company><a href=/in/acme-#?t=1>Acme #</a></h4><p>Full-time</p>"
    )

    assert column(cards(card), "company_url", company="string")[0] == "https://h.example/in/acme-1?t=1"


def test_departments_and_how_one_works_may_be_told_between_dots() -> None:
    told = [
        ("Retail", "Berlin", "Hybrid"),
        ("Technology", "Oslo", "Fully Remote"),
        ("Finance", "Paris", "Temporarily Remote"),
        ("Logistics", "Wien", "Hybrid"),
        ("Malmö",),
        ("Purchasing", "Lyon", "Hybrid"),
    ]
    lines = (" <span>·</span> ".join(f"<span>{one}</span>" for one in facts) for facts in told)
    html = "".join(f"<li><a href=/j/{at}><b>Job {at}x</b><p>{line}</p></a></li>" for at, line in enumerate(lines))

    found = rows(
        f"<ul>{html}</ul>",
        "all jobs",
        title="string",
        department="string",
        location="string",
        remote_status="string",
        url="string",
    )
    assert [row["department"] for row in found] == [*(one[0] if len(one) > 1 else None for one in told)]
    assert [row["remote_status"] for row in found] == [*(one[2] if len(one) > 1 else None for one in told)]


@pytest.mark.parametrize("when", ["ab sofort", "nach Vereinbarung", "01.09.2025"])
def test_work_may_begin_at_once(when: str) -> None:
    html = cards(f"<h3>Tischler #x</h3><p><b>Ort:</b> Graz<br><b>Eintrittsdatum:</b> {when}</p>")

    assert column(html, "start_date", "alle Stellen", ort="string")[0] == when


def test_sections_that_are_departments_are_the_teams() -> None:
    job = "<div class=posting><h5><a href=/j/{0}>Job {0}x</a></h5><span class=location>Berlin</span></div>"
    parts = {"Customer Success": (1, 2), "Backend": (3, 4, 5), "Legal": (6,), "Marketing": (7, 8)}
    html = "".join(
        f"<div class=group><div class=label>{name}</div>{''.join(map(job.format, jobs))}</div>"
        for name, jobs in parts.items()
    )
    assert column(html, "team", "all jobs") == [name for name, jobs in parts.items() for _ in jobs]


def test_how_old_a_posting_is_has_names_of_its_own() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><i class=company>Acme #</i><div data-test=job-age>#d</div>")

    assert column(html, "posted_age", company="string")[0] == "1d"


def test_a_cell_with_several_fields_is_none_of_them_and_days_are_stated_for_machines() -> None:
    head = "<tr><th class=views-field>Job title<th class=views-field>Closing date</tr>"
    row = (
        "<tr><td class='views-field-title views-field-field-contract-type'><a href=/v/{0}>Clerk {0}x</a><br>"
        "<span class=vacancy-contract>Full time, Permanent</span></td><td class=views-field-field-closing-date>"
        "<time datetime=2025-06-0{0}T22:59:00Z>{0} June 2025</time></td></tr>"
    )
    html = f"<table>{head}{''.join(map(row.format, range(1, 6)))}</table>"

    found = rows(html, "all vacancies", title="string", contract_type="string", closing_date="string")
    assert list(found[0].values()) == ["Clerk 1x", "Full time, Permanent", "2025-06-01T22:59:00Z"]


def test_a_mark_that_some_cards_have_says_that_the_others_are_not_so() -> None:
    card = "<h3><a href=/j/#>Clerk #x</a></h3><i class=company>Acme</i>{}<p class=age>#d</p>"
    marked = card.format("<div class=applyTag aria-label='Easy Apply'><span>Easy Apply</span></div>")
    html = "".join(
        f"<li class=c>{(marked if at % 2 else card.format('')).replace('#', str(at))}</li>" for at in range(1, 6)
    )
    assert column(f"<ul>{html}</ul>", "easy_apply", easy_apply="boolean") == [True, False, True, False, True]


def test_that_one_may_work_from_elsewhere_is_said_in_several_ways() -> None:
    said = {"Remote (EU)": True, "Lisbon, Portugal": True, "Porto, Portugal": False, "Oslo, Norway": False}
    badge = "<p class='tag is-remote{}'>Remote OK</p>"
    told = (badge.format("" if at == 1 else " w-condition-invisible") for at in range(4))
    html = "".join(
        f"<li class=c><h3><a href=/j/{at}>Clerk {at}x</a></h3><i class=location>{place}</i>{tag}</li>"
        for at, (place, tag) in enumerate(zip(said, told, strict=True))
    )
    assert column(f"<ul>{html}</ul>", "remote", location="string", remote="boolean") == list(said.values())


def test_places_that_divide_jobs_are_where_these_are() -> None:
    parts = {"Rotterdam, Netherlands": (1, 2, 3), "Greenville, SC, United States": (4, 5), "Pune, India": (6,)}
    job = "<li class=job><a href=/j/{0}>Clerk {0}x</a> <p>Full-time</p></li>"
    html = "".join(
        f"<section class=group><h3>{place}</h3><ul>{''.join(map(job.format, jobs))}</ul></section>"
        for place, jobs in parts.items()
    )
    found = rows(f"<main>{html}</main>", "all jobs", title="string", location="string", type="string")
    assert [row["location"] for row in found] == [place for place, jobs in parts.items() for _ in jobs]


def test_from_when_to_when_one_may_apply_are_two_days_and_a_city_has_no_state() -> None:
    card = (
        "<h3><a href=/j/#>Clerk #x</a></h3><p class=location>Greenville, SC, United States</p>"
        "<p class=core__closing-date>Open 03/0#/2024 to 03/1#/2024</p>"
    )
    found = rows(
        cards(card),
        "all jobs",
        title="string",
        city="string",
        open_date="string",
        close_date="string",
    )[0]
    assert list(found.values())[1:] == ["Greenville", "03/01/2024", "03/11/2024"]


def test_how_many_there_are_behind_a_department_names_no_section() -> None:
    job = "<li class=job><a href=/j/{0}><h4>Clerk {0}x</h4><p class=pay>{1} €96,000 gross per year</p></a></li>"
    parts = {"Engineering": (1, 2, 3, 4), "Sales": (5, 6), "Legal": (7,)}
    html = ""
    for name, jobs in parts.items():
        listed = "".join(job.format(at, "Up to" if name == "Sales" else "€78,000 -") for at in jobs)
        heading = f"<h3><button>{name} <sup>{len(jobs)}<i> open roles</i></sup></button></h3>"
        html += f"<section class=group>{heading}<ul class=jobs>{listed}</ul></section>"

    found = rows(f"<main>{html}</main>", "all open jobs", title="string", department="string", salary_max="number")
    assert [row["department"] for row in found] == [name for name, jobs in parts.items() for _ in jobs]


def test_a_department_stands_in_a_line_above_the_lines_of_its_teams() -> None:
    def group(team: str, *names: str, department: str = "") -> str:
        head = f"<div class=large>{department}</div>" if department else ""
        jobs = "".join(
            f"<div class=job><a href=/j/{name}><h5>{name}</h5></a><i>Full-time /</i></div>" for name in names
        )
        return f"<div class=group>{head}<div class=small>{team}</div>{jobs}</div>"

    html = group("Grid", "Ada", "Bo", department="Engineering") + group("Mobile", "Cem")
    html += group("Forecasts", "Dina", "Ed", department="Data")

    found = rows(html, "all jobs", title="string", department="string", team="string", employment_type="string")
    assert [list(row.values()) for row in found] == [
        [name, department, team, "Full-time"]
        for name, department, team in (
            ("Ada", "Engineering", "Grid"),
            ("Bo", "Engineering", "Grid"),
            ("Cem", "Engineering", "Mobile"),
            ("Dina", "Data", "Forecasts"),
            ("Ed", "Data", "Forecasts"),
        )
    ]


@pytest.mark.parametrize("term", ["<abbr title='Working pattern'>Pattern</abbr>", "Working pattern"])
def test_a_label_cut_short_is_whole_as_its_tooltip_has_it(term: str) -> None:
    html = cards(
        f"<h3><a href=/j/#>Clerk #x</a></h3><dl><dt>Pay</dt><dd># EUR</dd><dt>{term}</dt><dd>Days # and 7</dd></dl>"
    )

    assert column(html, "working_pattern")[0] == "Days 1 and 7"


@pytest.mark.parametrize(("prompt", "said"), [("as shown", "Today"), ("exactly as shown", "Posted Today")])
def test_what_is_asked_for_exactly_as_it_is_shown_is_all_of_it(prompt: str, said: str) -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><dl><dt>posted on</dt><dd>Posted Today</dd></dl>")

    assert (
        rows(html, f"all jobs with title and the posted text {prompt}", title="string", posted="string")[0]["posted"]
        == said
    )


def test_each_label_that_is_heard_but_not_seen_has_what_stands_before_the_next() -> None:
    said = "<span class=sr-only>Type de contrat</span> CDI <br><span class=sr-only>Durée du travail</span> # jours"
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><p class=contrat>{said}</p>")

    found = rows(html, "toutes les offres", intitule="string", type_contrat="string", duree_du_travail="string")[0]
    assert list(found.values()) == ["Clerk 1x", "CDI", "1 jours"]


def test_what_a_build_tool_puts_around_a_name_says_nothing() -> None:
    place = "<p class=job-teaser-list-item-styled__Location-sc-d3caa0ec-6>Oslund, Kiel</p>"
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3>{place}<ul><li>Full-time</li><li>Remote</li></ul>")

    assert column(html, "location")[0] == "Oslund, Kiel"


def test_where_others_have_a_link_a_company_may_have_none() -> None:
    firms = [
        "<a href=/company/1>Acme</a>",
        "<a href=/company/2>Bell</a>",
        "Castellan",
        "<a href=/company/3>Doe</a>",
    ]
    html = "".join(
        f"<li><h3><a href=/j/{at}>Clerk {at}x</a></h3><h4 class=sub>{firm}</h4><p class=c__location>Kiel</p></li>"
        for at, firm in enumerate(firms)
    )

    found = rows(f"<ul>{html}</ul>", "all jobs", title="string", company="string", location="string")
    assert [row["company"] for row in found] == ["Acme", "Bell", "Castellan", "Doe"]


@pytest.mark.parametrize("several", ["Flera orter", "Multiple locations", "Verschiedene Standorte", "Plusieurs sites"])
def test_several_places_are_a_place_and_no_department(several: str) -> None:
    card = "<li><a href=/j/{0}><span>Clerk {0}x</span><div>{1}</div></a></li>"
    told = [f"<span>{part}</span> <span>·</span> <span>Kiel</span>" for part in ("Sales", "Law", "Sales", "Art")]
    html = "".join(card.format(at, part) for at, part in enumerate([*told, f"<span>{several}</span>"]))

    found = rows(f"<ul>{html}</ul>", "all jobs", title="string", department="string", location="string")[-1]
    assert list(found.values()) == ["Clerk 4x", None, several]


def test_of_a_meta_item_its_modifier_says_which_it_is() -> None:
    meta = "<p class='l__meta-item l__meta-item--{}'>{}</p>"
    html = cards(
        f"<h3><a href=/j/#>Clerk #x</a></h3><div class=l>{meta.format('location', 'Oslund and Kiel')}"
        f"{meta.format('salary', 'Good pay')}</div>"
    )

    found = rows(html, "all jobs", title="string", location="string", salary="string")[0]
    assert list(found.values()) == ["Clerk 1x", "Oslund and Kiel", "Good pay"]


@pytest.mark.parametrize(
    ("lines", "kind", "hours"),
    [
        ("<p>Contrato indefinido</p><p>Jornada parcial - tarde</p>", "Contrato indefinido", "Jornada parcial - tarde"),
        ("<p>Full-time</p><p>Contract</p>", "Contract", "Full-time"),
    ],
)
def test_how_much_of_a_week_one_works_is_another_thing_than_the_contract(lines: str, kind: str, hours: str) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3>{lines}")

    found = rows(html, "all jobs", title="string", contract_type="string", working_hours="string")[0]
    assert list(found.values()) == ["Clerk 1x", kind, hours]
    assert column(html, "employment_type")[0] == kind


def test_an_estimated_salary_has_both_ends() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><p>Estimated: $44.1K - $5#.8K a year</p><p>Kiel</p>")

    assert column(html, "salary")[0] == "$44.1K - $51.8K a year"


def test_a_title_is_no_day_whatever_its_class() -> None:
    title = "<a href=/j/{0}>Clerk of the archives of the town of Oslund {0}x</a>"
    card = f"<li><h2 class=text-module-begin>{title}</h2><i>{{1}}</i></li>"
    html = "".join(card.format(at, "" if at == 1 else f"1{at}.05.2026") for at in range(6))

    assert column(f"<ul>{html}</ul>", "date")[1] is None


def test_a_sum_may_have_its_currency_at_the_end() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><span class=tag>40&nbsp;000 \u2013 4#&nbsp;000&nbsp;Kč</span>")

    assert column(html, "salary")[0] == "40 000 \u2013 41 000 Kč"


def test_the_foot_of_a_card_is_a_part_of_it() -> None:
    foot = "<footer class=ResultCard__footer><span>Acme #</span><span data-test=serp-locality>Oslund #</span></footer>"
    html = cards(f"<article class=ResultCard><h3><a href=/j/#>Clerk #x</a></h3>{foot}</article>")

    assert column(html, "location", "all jobs")[0] == "Oslund 1"


def test_an_icon_may_be_called_by_what_stands_behind_it() -> None:
    html = cards(
        "<h3><a href=/j/#>Clerk #x</a></h3><ul><li><svg role=img aria-label='Contract type'></svg>Term of #0 weeks</li>"
        "<li><div title=Location><svg></svg></div> Oslund #</li>"
        "<li><div title=Category></div> <a href=/c/1>Law #</a></li>"
        "<li><div title=Category></div> <a href=/c/2>Tax</a></li></ul>"
    )

    found = rows(html, "all jobs", title="string", contract_type="string", location="string", categories="string")
    assert list(found[0].values()) == ["Clerk 1x", "Term of 10 weeks", "Oslund 1", "Law 1, Tax"]


def test_a_class_may_end_in_label_without_a_hyphen() -> None:
    pair = "<label class='jobListLabel left'>{}</label> <span class=jobListDetail>{}</span>"
    html = cards(
        f"<a class=position href=/j/#>Clerk #x</a><div>{pair.format('Rate', '£5#0 - 625 per day (Outside)')}</div>"
    )

    assert column(html, "rate", title="string")[0] == "£510 - 625 per day (Outside)"


def test_a_picture_of_a_firm_may_lead_to_its_jobs() -> None:
    logo = "<a href=/firms/#><img class=logo src=/l#.png alt='Acme # jobs'></a>"

    assert column(cards(f"<h3><a href=/j/#>Clerk #x</a></h3>{logo}"), "company")[0] == "Acme 1"


@pytest.mark.parametrize(("prompt", "count"), [("all jobs with title, advertising firm and link", 6), ("all jobs", 6)])
def test_what_is_advertised_is_no_wish_for_advertisements(prompt: str, count: int) -> None:
    said = "<i class=firm>Acme {0}</i><i class=city>Oslund</i>"
    card = f"<div class=jobItem><h3><a href=/j/{{0}}>Clerk {{0}}x</a></h3>{said}</div>"
    jobs = [card.format(at) for at in range(1, 7)]
    ad = "<div class=jobAdvert><a href=/alert>Get jobs like these by mail</a></div>"

    found = rows(
        f"<div>{''.join([*jobs[:3], ad, *jobs[3:]])}</div>", prompt, title="string", firm="string", city="string"
    )
    assert len(found) == count


def test_a_record_that_is_made_as_the_others_is_one_whatever_a_later_class_calls_it() -> None:
    card = (
        "<section class='card link {1}'><h2><a href=/j/{0}>Clerk {0}x</a></h2><p class=firm>Acme {0}</p>"
        "<ul><li class=area>Oslund {0}<li class=pay>£{0}0 an hour</ul></section>"
    )
    html = "".join(card.format(at, "p-ad-item1" if at == 2 else "") for at in range(1, 6))

    assert len(column(f"<main>{html}</main>", "area", prompt="all jobs", title="string", pay="string")) == 5


def test_a_label_may_lead_its_line_with_emphasis() -> None:
    html = cards(
        "<a href=/j/#><h3><em>Stellenbezeichnung</em> Referent #x</h3><p><em>Arbeitgeber</em> Amt #</p>"
        "<p><em>Bewerbungsfrist</em> 1#.06.26</p></a>"
    )

    found = rows(html, "alle Stellen", title="string", employer="string", deadline="string")
    assert list(found[0].values()) == ["Referent 1x", "Amt 1", "11.06.26"]


def test_the_first_row_of_each_table_may_have_a_class_of_its_own() -> None:
    row = "<tr class='{1}'><td><a href=/ad/{0}>Post {0}x</a><td>Acme {0}<td>Oslund<td>2026/09/0{0}"
    head = "<thead><tr><th>Title<th>Institution<th>Location<th>Posted</thead>"
    states = ("odd views-row-first", "even", "odd views-row-last")
    tables = "".join(
        f"<div class=view><h2>Kind {'ABC'[at]}</h2><table>{head}<tbody>"
        f"{''.join(row.format(3 * at + n, state) for n, state in enumerate(states))}</table></div>"
        for at in range(3)
    )

    found = rows(
        f"<main>{tables}</main>", "all jobs", title="string", category="string", institution="string", url="string"
    )
    assert [row["category"] for row in found] == [f"Kind {kind}" for kind in "ABC" for _ in states]
    assert len(found) == 9


def test_the_skills_of_a_project_may_be_its_tags() -> None:
    html = cards(
        "<a class=title href=/p/#>Project #x</a><p class=pay>$18#</p>"
        "<div class=card-tags><a class=tagsLink href=/j/a>Python</a> <a class=tagsLink href=/j/b>Writing #</a></div>"
    )

    assert column(html, "skills", "all projects", title="string")[0] == "Python, Writing 1"


def test_a_rule_may_divide_a_team_from_its_jobs_and_the_first_may_have_no_department() -> None:
    job = "<div class=posting><a class=title href=/j/{0}><h5>Clerk {0}x</h5><i class=location>Oslund</i></a></div>"
    team = "<div class=posting-category-title>{}</div><div class=horizontal-line></div>{}"
    groups = [
        ("", "Design", (1,)),
        ("Engineering", "Autonomy", (2, 3)),
        ("", "Vehicle", (4, 5)),
        ("Sales", "Field", (6,)),
    ]
    html = "".join(
        f"<div class=group>{department and f'<div class=large-category-header>{department}</div>'}"
        f"{team.format(name, ''.join(map(job.format, numbers)))}</div>"
        for department, name, numbers in groups
    )

    found = rows(
        f"<div>{html}</div>", "all jobs", title="string", department="string", team="string", location="string"
    )
    assert [row["team"] for row in found] == ["Design", *["Autonomy"] * 2, *["Vehicle"] * 2, "Field"]
    assert [row["department"] for row in found][1:3] == ["Engineering"] * 2


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Unbefristete Anstellung, Vollzeit", "Unbefristete Anstellung, Vollzeit"),
        ("Auszubildende/r, Vollzeit", "Auszubildende/r, Vollzeit"),
        ("Befristete Anstellung, Voll- oder Teilzeit", "Befristete Anstellung, Voll- oder Teilzeit"),
    ],
)
def test_a_kind_of_contract_is_told_with_how_much_one_works(said: str, expected: str) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><p><span>{said}</span><i>&nbsp;·&nbsp;<b>Oslund #x</b></i></p>")

    assert column(html, "employment_type", "all jobs")[0] == expected


def test_a_grade_behind_a_salary_is_no_part_of_it() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><ul><li>Starting at $6#,957 (GS 9-12)</li></ul><p>Bern #x</p>")

    assert rows(html, "all jobs", title="string", starting_salary="number")[0]["starting_salary"] == 61957


def test_an_example_in_the_prompt_tells_how_much_of_a_day_is_meant() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><dl><dt>posted on<dd>Posted # Days Ago</dl>")
    fields = {"title": "string", "posted": "string"}

    assert rows(html, "all jobs with title and posted", **fields)[0]["posted"] == "1 Days Ago"
    example = 'all jobs with title and posted (as written, e.g. "Posted 3 Days Ago")'
    assert rows(html, example, **fields)[0]["posted"] == "Posted 1 Days Ago"


def test_a_class_for_work_from_home_says_how_much_of_it_is() -> None:
    mode = "<span data-at=job-item-work-from-home><i>Partially remote</i></span>"

    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3>{mode}<p>Bern #x</p>")
    assert column(html, "remote_option", "all jobs")[0] == "Partially remote"


def test_a_line_that_names_a_team_in_the_box_of_its_jobs_is_no_job() -> None:
    job = "<div class=posting><a class=title href=/j/{0}><h5>Clerk {0}x</h5><b class=location>Oslund {0}x</b></a></div>"
    team = "<div class=group><div class='posting-category-title label'>{}</div>{}</div>"
    departments = [("Engineering", [("Embedded", (1, 2)), ("Platform", (3,))]), ("Sales", [("Field", (4, 5, 6))])]
    html = ""
    for department, teams in departments:
        html += f"<div class=large-category-header>{department}</div>"
        html += "".join(team.format(name, "".join(map(job.format, numbers))) for name, numbers in teams)

    found = rows(
        f"<div>{html}</div>", "all jobs", title="string", department="string", team="string", location="string"
    )
    assert [row["department"] for row in found] == ["Engineering"] * 3 + ["Sales"] * 3
    assert [row["team"] for row in found] == ["Embedded", "Embedded", "Platform", "Field", "Field", "Field"]


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ("<span>Rye, Kent</span> <a href=https://maps.example/#>Map</a>", "Rye, Kent"),
        ("Rye<b>&nbsp;+ <!-- -->0<!-- --> weitere</b>", "Rye"),
        ("Rye<b>&nbsp;+ <!-- -->2<!-- --> weitere</b>", "Rye + 2 weitere"),
    ],
)
def test_what_leads_to_a_map_is_no_part_of_a_place_nor_are_no_others(told: str, place: str) -> None:
    html = cards(f"<h3><a href=/j/#>Cook #x</a></h3><p class=list-styles__Location-sc-cd6c43d-1>{told}</p>")
    assert rows(html, "all jobs", title="string", location="string")[0]["location"] == place


def test_a_day_has_a_label_for_those_who_cannot_see_and_a_title_hyphens_that_nobody_sees() -> None:
    shown = "<i aria-hidden=true>Gestern</i><i class=sr>Veröffentlicht: gestern</i>"
    day = f"<time datetime=2025-10-13T03:28:18Z>{shown}</time>"
    pay = "<p><i>Freiberuflich</i><i>95 € \u2013 11# € / Stunde</i></p>"
    html = cards(f"<h3><a href=/j/#>Ware\xadhouse #x</a></h3>{day}{pay}")

    found = rows(html, "all jobs", title="string", date="string", salary="string")[0]
    assert list(found.values()) == ["Warehouse 1x", "2025-10-13T03:28:18Z", "95 € \u2013 111 € / Stunde"]


@pytest.mark.parametrize(
    ("when", "posted"), [("<i>2 May by</i> <b>Elm</b>", "2 May"), ("<i>3 days ago</i>", "3 days ago"), ("", None)]
)
def test_until_when_one_may_apply_is_not_when_a_job_was_posted(when: str, posted: str | None) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><p>{when}</p><p><i>Permanent</i> <i>Ends 2# June</i></p>")

    found = rows(html, "all jobs", title="string", date_posted="string", closing_date="string")[0]
    assert list(found.values()) == ["Clerk 1x", posted, "21 June"]


def test_who_posted_a_job_is_a_part_of_it_and_their_page_is_another_than_that_of_the_job() -> None:
    posted = "<div class=card_postedBy>2 May by <a href=/company-profile/elm-#>Elm #x</a></div>"
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3>{posted}<p>Leeds</p>")

    prompt = "hiring_company: who posted the job\ncompany_page: their profile\njob_link: link of the job"
    found = rows(html, prompt, hiring_company="string", company_page="string", job_link="string")[0]
    assert list(found.values()) == ["Elm 1x", f"{HOST}/company-profile/elm-1", f"{HOST}/j/1"]


@pytest.mark.parametrize(("employer", "named"), [("<p class=company>Elm #x", "Elm 1x"), ("", "Clerk 1x")])
def test_the_name_of_a_company_is_that_of_a_record_only_where_nothing_is_called_one(employer: str, named: str) -> None:
    html = cards(f"<h3 class=title><a href=/j/#>Clerk #x</a></h3>{employer}<p>Full-time")

    found = rows(html, "every posting", company_name="string", employment_type="string")[0]
    assert found == {"company_name": named, "employment_type": "Full-time"}


def test_a_firm_name_is_what_firms_are_called() -> None:
    html = cards("<h2><a href=/f/#>Elm and Oak #x</a></h2><p>Leeds</p>")

    found = rows(html, "all firms", firm_name="string", url="string")
    assert [row["firm_name"] for row in found] == [f"Elm and Oak {at}x" for at in (1, 2, 3)]


@pytest.mark.parametrize("field", ["position", "position_title", "vacancy_title"])
def test_a_position_is_no_place(field: str) -> None:
    where = "<p><svg><use href=#location></use></svg>Leeds, Wold</p>"
    html = cards(f"<h3 class=card-title><a href=/j/#>Clerk #x</a></h3>{where}<p>Full-time</p>")

    found = rows(html, "List the jobs", **{field: "string"}, employment_type="string", location="string")[0]
    assert list(found.values()) == ["Clerk 1x", "Full-time", "Leeds, Wold"]


def test_both_ends_of_pay_are_told_by_one_label_and_when_one_may_apply_by_few() -> None:
    head = "<li><h3><a href=/j/{0}>Clerk {0}x</a></h3><p class=salary>£30,00{0} - £40,000 per annum"
    more = ("<p>Working from home", "<p>Ends 22 June", "<p>Hybrid", "")
    html = f"<ul>{''.join(head.format(at) + told for at, told in enumerate(more))}</ul>"

    found = rows(
        html, "all jobs", title="string", pay_from="number", pay_to="number", work_model="string", expires="string"
    )
    assert [list(row.values())[1:] for row in found[:2]] == [
        [30000, 40000, "Working from home", None],
        [30001, 40000, None, "22 June"],
    ]


@pytest.mark.parametrize(
    "card", ["{}<p class=tell>Two days a week in the shop</p><a class=bookmark-posting href=/b/#>Bookmark</a>", "{}"]
)
def test_a_row_of_labels_above_cards_names_the_parts_of_a_row_in_each(card: str) -> None:
    def row(*parts: str, name: str = "row") -> str:
        return f"<div class='{name}'>{''.join(f'<div class=col-2>{part}</div>' for part in parts)}</div>"

    head = row("Title", "Posting Number", "Department", "Closing Date", name="row head")
    listed = cards(card.format(row("<a href=/j/#>Clerk #x</a>", "S0441#P", "Elms", "11/2#/2025")))
    fields = dict.fromkeys(("title", "posting_number", "department", "closing_date"), "string")
    found = rows(head + listed, "all open positions", **fields)[0]
    assert list(found.values()) == ["Clerk 1x", "S04411P", "Elms", "11/21/2025"]


def test_a_word_is_no_number_of_a_posting() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><p>Full-time</p><a class=bookmark-posting href=/b/#>Bookmark</a>")

    found = rows(html, "all jobs", title="string", posting_number="string", employment_type="string")[0]
    assert list(found.values()) == ["Clerk 1x", None, "Full-time"]


def test_the_rating_of_who_employs_has_names_of_its_own() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><p class=company>Elm #x</p><i aria-label='3,8 sur 5'>3,8</i>")

    assert rows(html, "les offres", intitulé="string", note_entreprise="number")[0]["note_entreprise"] == 3.8


@pytest.mark.parametrize(
    ("pay", "expected"),
    [
        ("£30,000 - £40,000 per annum", [30000, 40000, "per annum"]),
        ("£45 per day", [45, 45, "per day"]),
        ("Competitive salary", [None, None, None]),
    ],
)
def test_a_job_is_one_whose_pay_is_not_told_and_pay_is_for_some_time(pay: str, expected: list[object]) -> None:
    head = "<li><h3><a href=/j/{0}>Clerk {0}x</a></h3><p><span>{1}</span></p>"
    html = f"<ul>{''.join(head.format(at, '£20 - £2{at} per hour' if at else pay) for at in range(5))}</ul>"

    fields = {"role": "string", "salary_min": "number", "salary_max": "number", "pay_period": "string"}
    found = rows(html, "each vacancy", **fields)  # type: ignore[arg-type] # of three kinds
    assert list(found[0].values()) == ["Clerk 0x", *expected]


@pytest.mark.parametrize(
    ("fields", "expected"), [(["team"], ["Engineering"]), (["department", "team"], ["Engineering", None])]
)
def test_sections_that_are_departments_are_no_teams_where_both_are_asked_for(
    fields: list[str], expected: list[str | None]
) -> None:
    job = "<div class=job><a href=/j/{0}><h3>Clerk {0}x</h3></a><p>Leeds</p></div>"
    html = "".join(
        f"<h2>{name}</h2>{''.join(job.format(f'{at}{number}') for number in range(3))}"
        for at, name in enumerate(("Engineering", "Sales", "Marketing"))
    )

    found = rows(html, "every open role", title="string", **dict.fromkeys(fields, "string"))
    assert list(found[0].values())[1:] == expected


@pytest.mark.parametrize(
    ("place", "city", "state"),
    [
        ("Austin, TX", "Austin", "TX"),
        ("Austin, TX 78701", "Austin", "TX"),
        ("Berlin, Mitte", "Berlin, Mitte", None),
    ],
)
def test_a_place_tells_a_city_and_a_state_where_both_are_asked_for(place: str, city: str, state: str | None) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><p class=location>{place}</p><p>Full-time</p>")

    found = rows(html, "all jobs", title="string", city="string", state="string")[0]
    assert list(found.values())[1:] == [city, state]
    assert column(html, "location")[0] == place


def test_of_how_one_is_employed_each_part_may_be_asked_for() -> None:
    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><p>Permanent, full-time</p>").replace("Permanent", "Contract", 1)

    found = rows(html, "all jobs", title="string", permanent="boolean", full_time="boolean")
    assert [list(row.values())[1:] for row in found] == [[False, True], [True, True], [True, True]]


@pytest.mark.parametrize(
    ("field", "pay"), [("pay_max_usd", 74000), ("salary_min_eur", 51000), ("price_in_dollars", 51000)]
)
def test_a_currency_is_no_plural_and_stands_behind_an_end(field: str, pay: int) -> None:
    said = "$5#,000" if "price" in field else "$5#,000 - $74,000"
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><p>{field.partition('_')[0]}: {said}</p><p>Grade: Ash #x</p>")

    assert rows(html, "all of them", title="string", **{field: "number"})[0][field] == pay


def test_how_one_works_says_who_may_be_elsewhere() -> None:
    modes = ("Hybrid", "Remote", "On-site", "Remote")
    mode = "<p class=job-workmode><i class=sr-only>Work Mode</i> {}</p>"
    html = "".join(f"<li><h3><a href=/j/{at}>Clerk {at}x</a></h3>{mode.format(one)}" for at, one in enumerate(modes))

    found = rows(f"<ul>{html}</ul>", "all jobs", title="string", is_remote="boolean")
    assert [row["is_remote"] for row in found] == [False, True, False, True]


@pytest.mark.parametrize(
    ("field", "label"),
    [
        ("subsidiary", "Business unit"),
        ("latest_reply_author", "Last reply by"),
        ("journalist", "Author"),
        ("video_duration", "Duration"),
        ("time_to_read", "Reading time"),
        ("colour_name", "Color"),
        ("altersempfehlung", "Age"),
    ],
)
def test_fields_have_several_names(field: str, label: str) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><p>{label}: Elm #x</p><p>Grade: Ash #x</p>")

    assert rows(html, "all of them", title="string", **{field: "string"})[0][field] == "Elm 1x"


@pytest.mark.parametrize(
    ("said", "who"), [("Mit Jonas Piel", "Jonas Piel"), ("Mit Ziel", "Mit Ziel"), ("With Dr. Ann Lee", "Dr. Ann Lee")]
)
def test_who_speaks_is_told_behind_a_word(said: str, who: str) -> None:
    html = cards(f"<h3><a href=/e/#>Talk #x</a></h3><p class=teaser__speaker>{said}</p><p>Hall #</p>")

    assert rows(html, "all talks", title="string", speaker="string")[0]["speaker"] == who


def posting(at: int, more: str = "", mark: str = "") -> str:
    where = f"<p class=text-location>Elmford {at}</p>" if more else ""
    said = f"<h2 class=job-title><a href=/j/{at}>Clerk {at}x</a></h2><div class=company>Acme {at}</div>{where}{more}"
    return f"<li class=one><div class=card><div class=body>{said}</div>{mark}<div class=foot>ann</div></div></li>"


def test_a_posting_that_was_paid_for_and_lacks_its_pay_is_one_of_the_others() -> None:
    pay = "<p class=salary>$4{},000 - $5{},000 a year</p>"
    paid = "<p><span>Sponsored</span></p>"
    html = "".join(posting(at, pay.format(at, at)) for at in range(1, 8)) + posting(8, mark=paid)

    found = rows(
        f"<ul>{html}</ul>",
        "jobs",
        title="string",
        company="string",
        location="string",
        pay_min="number",
        pay_max="number",
    )
    assert [row["title"] for row in found] == [f"Clerk {at}x" for at in range(1, 9)]


@pytest.mark.parametrize(
    "fields", [{"job_name": "string"}, {"title": "string", "location_text": "string", "blurb": "string"}]
)
def test_what_one_is_told_to_do_between_postings_is_none(fields: dict[str, Kind]) -> None:
    ad = (
        "<li class=one><div class=zone><p><b>Let those who hire find you</b> Hand in what you have done. It only takes "
        "a few seconds.</p><a href=/hand-in>Hand in now</a></div></li>"
    )
    told = "<p>A small office with one dog and four faces, every day #.</p>"
    jobs = [posting(at, told.replace("#", str(at))) for at in range(1, 8)]
    html = "".join([*jobs[:4], ad, *jobs[4:]])

    found = rows(f"<ul>{html}</ul>", "all jobs", **fields)
    assert [next(iter(row.values())) for row in found] == [f"Clerk {at}x" for at in range(1, 8)]


def test_pay_describes_no_job() -> None:
    html = "".join(posting(at, f"<p class=snippet>${at}8,000 - ${at}9,500 a year</p>") for at in (1, 2, 3))

    assert column(f"<ul>{html}</ul>", "blurb") == [None] * 3


@pytest.mark.parametrize(
    ("field", "said"), [("urgent_hire", "Urgently hiring"), ("easy_apply", "Easily apply"), ("new_badge", "New")]
)
def test_a_mark_says_how_it_is_so_and_a_field_may_be_called_one(field: str, said: str) -> None:
    html = "".join(posting(at, mark=f"<p><span>{said}</span></p>" if at in {2, 5} else "") for at in range(1, 7))

    found = rows(f"<ul>{html}</ul>", "all jobs", title="string", **{field: "boolean"})
    assert [row[field] for row in found] == [at in {2, 5} for at in range(1, 7)]


@pytest.mark.parametrize(("called", "stars"), [("company-rating", None), ("stars", 0)])
def test_stars_that_are_a_rating_are_never_none(called: str, stars: int | None) -> None:
    html = "".join(posting(at, mark=f"<p class={called}>{4 if at % 2 else 0}</p>") for at in range(1, 5))

    found = rows(f"<ul>{html}</ul>", "all jobs", title="string", stars="number")
    assert [row["stars"] for row in found] == [4, stars, 4, stars]


def test_jobs_that_tests_find_alike_are_one_list_though_some_look_better() -> None:
    def job(at: int, *, is_top: bool) -> str:
        pay = f"<span data-at=job-salary>{at}8.000 EUR</span>" if is_top or at < 4 else ""
        firm = f"<div><i data-at=job-company>Acme {at}</i><i data-at=job-location>Oslund {at}</i>{pay}</div>"
        text = f"<p>In a team of {at} you keep the records of what comes in, and of all that goes out again.</p>"
        told = f"<div class=k9z><h2><a href=/j/{at}>Clerk {at}x</a></h2>{firm}{text}</div>"
        top = "<div class=b2v><span>Top</span></div>" if is_top else ""
        return f"<article data-at=job class={'q7x' if is_top else 'm4d'}>{top}{told}</article>"

    html = f"<section>{''.join(job(at, is_top=at in {3, 8, 12}) for at in range(1, 20))}</section>"
    found = column(html, "location", "all jobs", company="string", salary="string")
    assert found == [f"Oslund {at}" for at in range(1, 20)]


def test_a_firm_is_known_by_what_tests_call_its_name_and_its_logo() -> None:
    name = "Oslund Institute for the Applied Science of Soap #x"
    logo = f"<a href=/firms/# data-at=company-logo aria-hidden=true><img src=/i/f#.gif alt='{name}'></a>"
    firm = f"<span data-at=job-item-company-name><a href=/firms/#>{name}</a></span>"
    html = cards(f"{logo}<h2><a href=/j/#>Clerk #x</a></h2>{firm}<p>Oslund</p>")

    found = rows(html, "all jobs", title="string", company="string", company_page="string", company_logo="string")
    assert list(found[0].values())[1:] == [name.replace("#", "1"), f"{HOST}/firms/1", f"{HOST}/i/f1.gif"]


def test_a_workplace_is_where_one_works_unless_another_field_asks_for_that() -> None:
    facts = "<p class=job-location>Oslund #</p><p class=job-work-from-home>Partly remote</p>"
    html = cards(f"<h2><a href=/j/#>Clerk #x</a></h2>{facts}")

    assert column(html, "workplace", "all jobs")[0] == "Oslund 1"
    assert column(html, "workplace", "all jobs", city="string")[0] == "Partly remote"


def test_a_badge_is_what_tests_call_so_and_not_how_one_works() -> None:
    html = cards("<i data-at=job-top-label>{}</i><h2><a href=/j/#>Clerk #x</a></h2><p>Home Office</p><p>Full-time</p>")
    for mark in ("Closing soon", "Quick reply", ""):
        html = html.replace("{}", mark, 1)

    assert column(html, "badge", "all jobs") == ["Closing soon", "Quick reply", None]


@pytest.mark.parametrize(
    "logo",
    [
        "<i class=logo><img src=/i/#.gif alt='What # of the mills have said of the new dams'></i>",
        "<i id=logo-#><img src=/i/#.gif alt='Mills #'></i>",
    ],
)
def test_a_long_text_is_no_firm_and_what_an_id_says_of_a_picture_is_not_whose_it_is(logo: str) -> None:
    html = "<h1>Jobs</h1>" + cards(f"{logo}<h2><a href=/j/#>Clerk #x</a></h2><p>Full-time</p>")

    assert column(html, "company", "all jobs") == [None] * 3


def test_who_posted_a_job_is_the_firm_where_others_have_a_logo_of_the_same_one() -> None:
    html = "<div class=b><h2><a href=/j/{0}>Clerk {0}x</a></h2><p>Today by <a href=/in/m{0}>Mill {0}</a></p>{1}</div>"
    logo = "<a class=company-logo href=/in/m{0}><img alt='Mill {0} logo' width=120 height=60 src=/l/{0}.png></a>"
    shown = "".join(html.format(at, logo.format(at) if at < 5 else "") for at in range(1, 7))

    found = rows(shown, "all jobs", job="string", company="string", company_page="string")
    assert [row["company_page"] for row in found] == [f"https://h.example/in/m{at}" for at in range(1, 7)]


def test_a_home_office_is_no_office_and_pay_by_the_month_fills_no_gap_of_it() -> None:
    facts = '<b data-at="job-{}"><i></i><span>{}</span></b>'
    jobs = [("work-from-home", "Teilweise Home-Office"), ("salary-info", "4.100 - 5.200 €/Monat")]
    html = "".join(
        f"<li class=c><h2><a href=/j/{at}>Schreiner {at}x</a></h2>{facts.format('location', f'Linde{at}')}"
        f"{facts.format(*jobs[at == 3])}</li>"
        for at in range(5)
    )

    told = column(f"<ul>{html}</ul>", "home_office", "all ads", ad_title="string")
    assert told == [None if at == 3 else jobs[0][1] for at in range(5)]


def test_rows_of_a_table_have_the_numbers_by_which_their_links_know_them() -> None:
    line = "<tr><td><a href='/v?id=4001{0}&from=list'>Clerk {0}x</a><td>{0}1,000 EUR</tr>"
    html = f"<table><tr><th>Job title<th>Salary</tr>{''.join(map(line.format, range(1, 5)))}</table>"

    assert column(html, "id", "all jobs", salary="string") == ["40011", "40012", "40013", "40014"]


JOB = (
    "<tr><th scope=row><a href='/v?id=40017{0}&from=list'>Clerk {0}x</a> {1}</th><td>{2}</td>"
    "<td><time datetime=2026-07-0{0}>{0} July 2026</time><span class=d-block>Posted {0} June 2026</span></td></tr>"
)


def job_table(*pay: str, mark: str = "") -> str:
    head = "<thead><tr><th>Job title<th>Salary and grade<th>Closing date</thead>"
    lines = (JOB.format(at, mark if at == 2 else "", told) for at, told in enumerate(pay, 1))
    return f"<table>{head}<tbody>{''.join(lines)}</tbody></table>"


PAY = ("£41,000 per annum<br><small>Grade 7</small>", "£54.12 per hour", "Competitive<br><small>Senior</small>")


def test_a_column_for_two_things_has_each_on_a_line_of_its_own() -> None:
    found = rows(job_table(*PAY), "all jobs", title="string", salary="string", grade="string", id="string")

    assert [*found[0].values()] == ["Clerk 1x", "£41,000 per annum", "Grade 7", "400171"]
    assert [*found[1].values()] == ["Clerk 2x", "£54.12 per hour", None, "400172"]
    assert [*found[2].values()] == ["Clerk 3x", "Competitive", "Senior", "400173"]


def test_a_row_of_a_table_is_a_record_though_little_of_it_is_asked_for() -> None:
    line = "<tr><td><a href=/j/{0}>Clerk {0}x</a><td>{1}<td>{2}</tr>"
    pay = [*((f"{at}1,000 EUR", f"Grade {at}") for at in range(1, 5)), ("As agreed", "")]
    lines = (line.format(at, *told) for at, told in enumerate(pay, 1))
    html = f"<table><tr><th>Job title<th>Salary<th>Grade</tr>{''.join(lines)}</table>"

    found = rows(html, "all jobs", title="string", salary_min="number", salary_max="number", grade="string")
    assert [row["title"] for row in found] == [f"Clerk {at}x" for at in range(1, 6)]


@pytest.mark.parametrize("name", ["closing_date", "deadline", "apply_by"])
def test_when_something_was_posted_is_no_part_of_when_it_closes(name: str) -> None:
    assert column(job_table(*PAY), name, "all jobs")[1] == "2 July 2026"


def test_a_mark_may_stand_in_the_header_cell_of_a_row() -> None:
    html = job_table(*PAY, mark="<span class=badge>Closing soon</span>")

    assert column(html, "badge", "all jobs") == [None, "Closing soon", None]


def test_pay_may_stand_in_a_heading_of_its_own() -> None:
    pay = "<li><h2><div>$4{0} - $56 an hour</div></h2></li>"
    html = cards(f"<h2><a href=/j/#>Clerk #x</a></h2><ul>{pay.format('#')}<li>Full-time</li></ul>")

    assert column(html, "salary", "all jobs", title="string")[0] == "$41 - $56 an hour"


def test_points_that_are_sentences_describe_a_job_together() -> None:
    points = "<li>Pull wire # through all floors of new houses.</li><li>Licence required.</li>"
    html = cards(f"<h2><a href=/j/#>Clerk #x</a></h2><p>Full-time</p><ul class=points>{points}</ul>", 5)
    html = html.replace("<li>Pull wire 5 through all floors of new houses.</li>", "")

    found = column(html, "description", "all jobs", title="string")
    assert found[3:] == ["Pull wire 4 through all floors of new houses. Licence required.", "Licence required."]


def test_links_amid_a_sentence_above_openings_are_none_of_these() -> None:
    links = "Read about <a href=/a>fraud</a>, our <a href=/b>benefits</a> and our <a href=/c>history</a>."
    job = "<tr><td><a href=/j/{0}><p>Clerk {0}x{1}</p></a></td></tr>"
    jobs = [job.format(at, "<i class=tag>New</i>" if at == 3 else "") for at in range(1, 7)]
    tables = "".join(
        f"<div><h3 class=s>{name}</h3><div><table>{''.join(jobs[at : at + 2])}</table></div></div>"
        for at, name in ((0, "Design"), (2, "Sales"), (4, "Legal"))
    )
    html = f"<h1>All openings</h1><p>{links}</p><main>{tables}</main>"

    found = rows(html, "every opening, and whether it is marked New", title="string", url="string", is_new="boolean")
    assert [row["title"] for row in found] == [f"Clerk {at}x" for at in range(1, 7)]


def test_headings_above_tables_of_jobs_are_none_of_these() -> None:
    job = "<tr><td><a href=/j/{0}><p>Clerk {0}x{1}</p><p>Oslund {0}</p></a></td></tr>"
    jobs = [job.format(at, "<b class=badge>New</b>" if at == 5 else "") for at in range(1, 9)]
    parts = (("Design", jobs[:1]), ("Sales", jobs[1:2]), ("Legal", jobs[2:3]), ("Other", jobs[3:]))
    tables = "".join(f"<h3 class=s>{name}</h3><div><table>{''.join(some)}</table></div>" for name, some in parts)

    fields = {"title": "string", "url": "string", "is_new": "boolean"}
    found = rows(f"<main>{tables}</main>", "every opening, and whether it is marked New", **fields)  # type: ignore[arg-type] # kinds
    assert [row["url"] for row in found] == [f"https://h.example/j/{at}" for at in range(1, 9)]


@pytest.mark.parametrize(
    ("more", "place"), [("<dd>Hybrid</dd><dd>Full-time</dd>", "Oslo #"), ("<dd>Bergen</dd>", None)]
)
def test_what_says_how_one_works_behind_a_place_in_a_list_is_no_place(more: str, place: str | None) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><dl><dt>Location</dt><dd>Oslo #</dd>{more}</dl>")

    assert column(html, "location")[0] == (place or "Oslo #, Bergen").replace("#", "1")


@pytest.mark.parametrize(("beside", "logo"), [("company", "https://h.example/i/1.png"), ("salary", None)])
def test_the_only_picture_of_a_job_is_the_logo_of_its_firm(beside: str, logo: str | None) -> None:
    html = cards("<img src=/i/#.png alt=''><h3><a href=/j/#>Clerk #x</a></h3><p class=company>Elm #</p><p>$9#,000</p>")

    found = rows(html, "all jobs", **dict.fromkeys(("title", beside, "logo"), "string"))
    assert found[0]["logo"] == logo


@pytest.mark.parametrize(
    ("fields", "teams"),
    [({}, ["Sales", "Autonomy", "Hardware"]), ({"department": "string"}, [None, "Autonomy", "Hardware"])],
)
def test_what_is_in_no_team_is_in_its_department_if_nobody_asks_for_that(
    fields: dict[str, Kind], teams: list[str | None]
) -> None:
    job = "<div class=opening><a href=/jobs/{0}>Fitter {0}x</a><br><span class=location>Oslo, Norway</span></div>"
    jobs = ["".join(job.format(3 * at + one) for one in range(3)) for at in range(4)]
    inner = f"<h4>Autonomy</h4>{jobs[2]}<h4>Hardware</h4>{jobs[3]}"
    html = f"<h3>Sales</h3>{jobs[0]}{jobs[1]}<h3>Engineering</h3>{inner}"

    found = rows(f"<h1>Jobs</h1>{html}", "all jobs", job_title="string", team="string", location="string", **fields)
    assert [found[at]["team"] for at in (0, 6, 9)] == teams


@pytest.mark.parametrize(
    "pay",
    [
        "£41,000 - £46,500 per annum, pro rata, inc pension, overtime",
        "£41,000 - £46,500 per annum",
        "$41k - $46k a year, bonus, car, dental plan",
    ],
)
def test_pay_is_a_range_with_the_terms_behind_it(pay: str) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><ul><li>{pay}<li>Bern<li>Permanent</ul>")

    assert column(html, "salary") == [pay] * 3


def test_the_upper_end_of_a_range_of_pay_is_not_all_of_it() -> None:
    told = "£41,000 - £46,500 per annum, of which the first third is paid in advance"
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><ul><li>{told}<li>Bern<li>Permanent</ul>")

    assert column(html, "salary") == ["£41,000 - £46,500 per annum"] * 3


@pytest.mark.parametrize(
    ("told", "contract"),
    [
        ("Permanent, full-time", "Permanent, full-time"),
        ("Fixed term contract, part-time", "Fixed term contract, part-time"),
        ("Permanent • Full-time", "Permanent"),
    ],
)
def test_with_a_comma_a_contract_is_told_with_how_much_of_the_week_it_is(told: str, contract: str) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><ul><li>{told}<li>Bern</ul>")

    assert column(html, "contract_type") == [contract] * 3


def test_what_tests_find_by_another_name_stands_in_another_place() -> None:
    def line(name: str, text: str) -> str:
        return f"<p class=x7 data-at=job-{name}><i class=x8><svg class=icon></svg></i><b class=x9>{text}</b></p>"

    def card(at: int) -> str:
        told = line("company", f"Acme {at}") + line("location", "Leeds")
        told += line("work-from-home", "Work from home partially") if at % 3 else ""
        told += line("pay", "Competitive" if at % 3 == 0 else f"£{at + 20},000 a year")
        return f"<article class=x1><h2><a href=/j/{at}>Clerk {at}</a></h2>{told}</article>"

    html = f"<main>{''.join(map(card, range(1, 9)))}</main>"

    found = rows(html, "all jobs", title="string", company="string", remote="string")
    assert [row["remote"] for row in found] == ["Work from home partially" if at % 3 else None for at in range(1, 9)]


@pytest.mark.parametrize("told", ["Work from home partially", "Home working possible", "Fully remote"])
def test_how_much_of_it_is_done_from_home_is_a_part_of_how_one_works(told: str) -> None:
    card = f"<h2><a href=/j/#>Clerk #x</a></h2><p>Acme #x</p><p>{told}</p><p>£3#,000 a year</p>"

    assert column(cards(card), "work_mode", "all jobs") == [told] * 3


@pytest.mark.parametrize(("count", "level"), [(3, "Senior"), (2, None)])
def test_what_links_under_several_headings_of_one_rank_is_a_section_and_no_card_of_something_else(
    count: int, level: str | None
) -> None:
    who = "<a href=/u/ann><img src=/ann.jpg></a>"
    told = [f"<div><h3>{label}</h3><i>{said}</i></div>" for label, said in (("Level", "Senior"), ("Team", "Data"))]
    own = f"<section class=part>{who}{''.join(told)}{'<h3>Perks</h3><p>Tea.</p>' * (count - 2)}</section>"
    other = "<section class=part><a href=/j/{0}><h3>Nurse {0}</h3></a><p>Rye</p></section>"
    html = f"<main><h1>Smith</h1>{own}{''.join(map(other.format, (1, 2, 3)))}</main>"

    assert rows(html, "the job", title="string", level="string") == [{"title": "Smith", "level": level}]


def featured(address: str, *, mark: str = "Promoted", place: str = "<dt>Location</dt><dd>Whitby</dd>") -> str:
    """Return jobs below one in other markup, which leads to *address*."""
    card = (
        "<article class=j><header><h2><a href=/jobs/bakers/{0}>Baker {0}</a></h2></header><p class=company>Oven {0}</p>"
        "<p class=location>York</p><p class=text>Rise before the sun does.</p><time>{0} days ago</time></article>"
    )
    hero = (
        f"<div class=lead><section><b class=company>Acme Bread</b><h2><a href={address}>Head baker</a></h2>"
        f"<dl><div>{place}</div></dl><i>{mark}</i><p>Run the night shift of a large bakery.</p></section></div>"
    )
    return f"<h1>Jobs for bakers</h1><main><div>{hero}{''.join(map(card.format, range(1, 9)))}</div></main>"


@pytest.mark.parametrize("mark", ["Promoted", "New"])
def test_what_is_featured_above_others_in_other_markup_is_one_of_them_if_it_leads_where_they_do(mark: str) -> None:
    html = featured("/jobs/bakers/99", mark=mark)

    found = rows(html, "all jobs", title="string", company="string", location="string", url="string")
    assert list(found[0].values()) == ["Head baker", "Acme Bread", "Whitby", f"{HOST}/jobs/bakers/99"]
    assert len(found) == 9


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("/jobs/bakers", ""),
        ("/guides/bakers/99", "<dt>Location</dt><dd>Whitby</dd>"),
        ("/jobs/bakers/3", "<dt>Location</dt><dd>Whitby</dd>"),
        ("/jobs/bakers/99", ""),
    ],
)
def test_what_leads_elsewhere_or_says_less_or_stands_below_again_is_no_record_above_a_list(
    address: str, place: str
) -> None:
    html = featured(address, place=place).replace("<b class=company>Acme Bread</b>" if not place else "", "")

    found = rows(html, "all jobs", title="string", company="string", location="string", url="string")
    assert [row["title"] for row in found] == [f"Baker {at}" for at in range(1, 9)]


def test_of_several_departments_one_is_not_over_or_to_come() -> None:
    card = "<a class=c href=/j/{0}><h3>Baker {0}x</h3><p>York • Full time</p></a>"
    parts = {"Bakery": "Bread", "Shop": "", "Office": "Payroll", "Future Opportunities": ""}
    html, at = "", 0
    for name, team in parts.items():
        html += f"<h2>{name}</h2>{f'<h3 class=t>{team}</h3>' if team else ''}"
        html += "".join(card.format(at := at + 1) for _ in range(2))

    found = rows(f"<main>{html}</main>", "all jobs", title="string", department="string", location="string")
    assert [row["department"] for row in found] == [name for name in parts for _ in range(2)]


def test_what_a_job_offers_is_said_behind_its_pay() -> None:
    pay = ["£95K - £120K • Offers Equity", "£80K - £90K", "£70K - £75K • Offers equity"]
    html = "".join(f"<li><a href=/j/{at}>Baker {at}x</a><p>{one}</p>" for at, one in enumerate(pay))

    found = rows(f"<ul>{html}</ul>", "all jobs", title="string", equity="boolean")
    assert [row["equity"] for row in found] == [True, False, True]


def test_beside_a_kind_of_contract_how_one_is_employed_is_how_much_of_the_week_one_works() -> None:
    told = "<ul><li>Permanent</li><li>Full Time</li></ul><p>Hours: 37.5 a week, from Monday to Friday.</p>"
    html = f"<main><h1>Planner</h1>{told}<p>Salary: £30,000</p></main>"

    found = rows(html, "the job", title="string", contract_type="string", employment_type="string")
    assert found == [{"title": "Planner", "contract_type": "Permanent", "employment_type": "Full Time"}]
    assert rows(html, "the job", title="string", employment_type="string")[0]["employment_type"] == "Permanent"


@pytest.mark.parametrize(
    ("place", "mode"),
    [
        ("Oslund, South Grazby (Hybrid)", "Hybrid"),
        ("Oslund (On-site)", "On-site"),
        ("Corkel (Remote)", "Remote"),
        ("Corkel (North)", None),
    ],
)
def test_how_one_works_may_stand_in_brackets_behind_where(place: str, mode: str | None) -> None:
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><p class=location>{place}</p>")
    assert column(html, "workplace_type", location="string")[0] == mode


@pytest.mark.parametrize(("folder", "logo"), [("company-logo_100_100", True), ("logos", True), ("logo-design", False)])
def test_what_is_kept_in_a_folder_of_logos_is_one(folder: str, logo: bool) -> None:  # noqa: FBT001 - a value that is read
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><img src=/i/{folder}/0/17#.jpg alt=''><p>Full-time</p>")
    assert column(html, "company_logo")[0] == (f"{HOST}/i/{folder}/0/171.jpg" if logo else None)
