"""Filling, querying and deleting collections, through the command line and the service."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import repeat
from pathlib import Path
from typing import Any

import httpx
import pytest

from airflow_provider.local.__main__ import main
from airflow_provider.local.errors import Missing
from airflow_provider.local.settings import Settings
from airflow_provider.local.store import VERSION, Record, Store
from tests.local.website import Call, Site, multipart

Fill = Callable[..., None]
Query = Callable[..., httpx.Response]
QUERY, DELETE = "/v1/collection/query/", "/v1/collection/delete/"
SHOES = 'name,price,in stock,maker\nRed Shoe,"1,200.50",yes,Peak\nBlue Shoe,80,no,Vale\nGreen Hat,35,yes,Peak\n'
# As earlier versions wrote them, the first of them without a number; add one file for each version that follows.
RECORDED = sorted((Path(__file__).parent / "collections").glob("version-*.sqlite3"))
LIST = '[{"name": "string", "price": "float", "in_stock": "bool"}]'


@pytest.fixture
def fill(settings: Settings, tmp_path: Path) -> Fill:
    def add(name: str, text: str | bytes, *, collection_id: str = "shop") -> None:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        assert main(["collection", "add", collection_id, str(path), "--data", str(settings.data)]) == 0

    return add


@pytest.fixture
def query(call: Call) -> Query:
    def ask(text: str, schema: str = LIST, rules: str = "-", collection_id: str = "shop") -> httpx.Response:
        fields = {"collection_id": collection_id, "request_query": text}
        return call("POST", QUERY, files=multipart(**fields, json_schema=schema, json_schema_rules=rules))

    return ask


@pytest.mark.parametrize("text", ["all products", "What items are there?", "name and price of everything", "inventory"])
def test_a_query_for_nothing_in_particular_gets_every_record(fill: Fill, query: Query, text: str) -> None:
    fill("inventory.csv", SHOES)

    answer = query(text)

    assert answer.status_code == 200
    assert sorted(answer.json()["response"], key=lambda item: item["price"]) == [
        {"name": "Green Hat", "price": 35, "in_stock": True},
        {"name": "Blue Shoe", "price": 80, "in_stock": False},
        {"name": "Red Shoe", "price": 1200.5, "in_stock": True},
    ]
    assert answer.json()["tokens"] > 0
    assert answer.json()["success"] is True


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("shoes", ["Blue Shoe", "Red Shoe"]),
        ("the red shoes", ["Red Shoe", "Blue Shoe"]),
        ("hats or blue shoes", ["Blue Shoe", "Green Hat", "Red Shoe"]),
        ("anything made by PEAK?", ["Green Hat", "Red Shoe"]),
        ("unicorns", []),
        ('"red" OR (hat* AND NOT', ["Green Hat", "Red Shoe"]),
    ],
)
def test_a_query_ranks_by_all_its_words_and_demands_none(fill: Fill, query: Query, text: str, names: list[str]) -> None:
    fill("inventory.csv", SHOES)

    assert [item["name"] for item in query(text).json()["response"]] == names


def test_an_object_schema_gets_the_best_record(fill: Fill, query: Query) -> None:
    fill("inventory.csv", SHOES)

    answer = query("hat", '{"name": "string", "price": "int"}')

    assert answer.json()["response"] == {"name": "Green Hat", "price": 35}


def test_an_object_schema_gets_nulls_when_nothing_matches(fill: Fill, query: Query) -> None:
    fill("inventory.csv", SHOES)

    assert query("unicorn", '{"name": "string"}').json()["response"] == {"name": None}


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        ("at most 2 items", 2),
        ("Only return one", 1),
        ("return 5", 3),
        ("limit to 1", 1),
        ("names in upper case", 3),
        ("at most 10 characters", 3),
        ("top 2", 2),
    ],
)
def test_a_limit_in_the_rules_is_kept(fill: Fill, query: Query, rules: str, count: int) -> None:
    fill("inventory.csv", SHOES)

    assert len(query("all products", rules=rules).json()["response"]) == count


def test_a_schema_may_come_decoded_in_json(call: Call, fill: Fill) -> None:
    fill("inventory.csv", SHOES)
    fields = {
        "collection_id": "shop",
        "request_query": "hat",
        "json_schema_rules": "-",
        "json_schema": [{"maker": "string"}],
    }

    assert call("POST", QUERY, json=fields).json()["response"] == [{"maker": "Peak"}]


def test_records_without_any_of_the_fields_are_left_out(fill: Fill, query: Query) -> None:
    fill("inventory.csv", SHOES)
    fill("notes.txt", "The red shoe is our best seller.\n\nWe close at six.")

    names = [item["name"] for item in query("red shoe").json()["response"]]

    assert names == ["Red Shoe", "Blue Shoe"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"collection_id": None}, "collection_id"),
        ({"collection_id": "x" * 201}, "collection_id"),
        ({"collection_id": "a\nb"}, "collection_id"),
        ({"request_query": None}, "request_query"),
        ({"json_schema": "nonsense"}, "json_schema"),
        ({"json_schema": "[]"}, "json_schema"),
        ({"json_schema": "{}"}, "json_schema"),
        ({"json_schema": '[{"a": "int"}, {"b": "int"}]'}, "json_schema"),
        ({"json_schema": '{"a": {"b": "int"}}'}, "'a'"),
        ({"json_schema_rules": None}, "json_schema_rules"),
    ],
)
def test_a_query_refuses_wrong_parameters_and_names_them(
    call: Call, fill: Fill, change: dict[str, Any], named: str
) -> None:
    fill("inventory.csv", SHOES)
    fields = {"collection_id": "shop", "request_query": "q", "json_schema": LIST, "json_schema_rules": "r"} | change

    answer = call(
        "POST", QUERY, files=multipart(**{name: value for name, value in fields.items() if value is not None})
    )

    assert answer.status_code == 400
    assert named in answer.json()["error"]


def test_a_deleted_collection_is_gone_and_so_is_its_data(
    call: Call, fill: Fill, query: Query, settings: Settings
) -> None:
    fill("inventory.csv", SHOES)

    answer = call("DELETE", DELETE, json={"collection_id": "shop"})

    assert answer.status_code == 200
    assert answer.json() == {"message": "Collection 'shop' was deleted.", "success": True}
    assert query("hat").status_code == 404
    assert call("DELETE", DELETE, json={"collection_id": "shop"}).status_code == 404
    assert not any(b"Red Shoe" in path.read_bytes() for path in settings.data.rglob("*") if path.is_file())


def test_a_source_added_again_replaces_its_records(fill: Fill, query: Query) -> None:
    fill("inventory.csv", SHOES)
    fill("inventory.csv", "name,price\nOnly One,5\n")

    assert [item["name"] for item in query("all products").json()["response"]] == ["Only One"]


def test_collections_are_listed_and_removed_by_the_command_line(
    fill: Fill, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    fill("inventory.csv", SHOES, collection_id="b")
    fill("inventory.csv", SHOES, collection_id="a/../ü")
    data = ["--data", str(settings.data)]
    capsys.readouterr()

    assert main(["collection", "list", *data]) == 0
    assert main(["collection", "remove", "b", *data]) == 0
    assert main(["collection", "remove", "b", *data]) == 1
    assert main(["collection", "list", *data]) == 0

    assert capsys.readouterr().out.splitlines() == ["a/../ü", "b", "b: deleted", "a/../ü"]


def test_a_page_is_added_by_its_url_only_when_its_network_is_open(
    site: Site, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    link = site.put(
        "/p", "<h2>Lamps</h2><table><tr><th>Lamp</th><th>Price</th></tr><tr><td>Desk</td><td>$9</td></tr></table>"
    )
    data = ["--data", str(settings.data)]

    assert main(["collection", "add", "c", link, *data]) == 1
    assert main(["collection", "add", "c", link, "--allow-net", "127.0.0.0/8", *data]) == 0

    assert "--allow-net" in capsys.readouterr().err
    assert Store(settings.data).read("c", limit=9) == [
        Record(text="lamp: Desk; price: $9", facts=(("lamp", "Desk"), ("price", "$9")), context="p Lamps")
    ]


@pytest.mark.parametrize(
    "arguments", [["collection", "add", "c", "/no/such/file"], ["collection", "add", "", "/etc/hosts"]]
)
def test_what_cannot_be_added_is_said_in_one_line(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--data", str(tmp_path)]) == 1

    assert capsys.readouterr().err.count("\n") == 1


def test_entries_of_a_listing_and_its_data_become_records(fill: Fill, query: Query) -> None:
    cards = "".join(
        f'<div class="card"><h3>{name}</h3><span class="price">${price}</span><p class="maker">Peak</p></div>'
        for name, price in (("Mug", 4), ("Bowl", 6))
    )
    fill("cards.html", f"<h1>Shop</h1><p>Welcome to all.</p><div>{cards}</div>")

    answer = query("all products", '[{"name": "string", "price": "int", "maker": "string"}]')

    assert answer.json()["response"] == [
        {"name": "Mug", "price": 4, "maker": "Peak"},
        {"name": "Bowl", "price": 6, "maker": "Peak"},
    ]


def test_adding_while_others_read_and_add_loses_nothing(settings: Settings) -> None:
    store = Store(settings.data)

    def add(collection_id: str, number: int) -> None:
        records = [Record(text=f"row {number} {row}", facts=(("n", str(row)),)) for row in range(50)]
        store.add(collection_id, source=str(number), records=records)
        store.search(collection_id, {"row": True}, limit=10)

    # What is made by several at once is the delicate moment.
    for collection_id in map(str, range(20)):
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(add, repeat(collection_id), range(8)))

        assert len(store.read(collection_id, limit=1000)) == 400


def test_an_unknown_collection_is_missing_for_every_operation(settings: Settings) -> None:
    store = Store(settings.data)

    for operation in (
        lambda: store.read("x", limit=1),
        lambda: store.delete("x"),
        lambda: store.search("x", {"a": True}, limit=1),
        lambda: store.search("x", {}, limit=1),
    ):
        with pytest.raises(Missing, match="no collection 'x'"):
            operation()
    assert store.ids() == []


def test_a_source_that_cannot_be_read_leaves_the_collection_as_it_was(
    fill: Fill, query: Query, settings: Settings, tmp_path: Path
) -> None:
    fill("inventory.csv", SHOES)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 broken")

    assert main(["collection", "add", "shop", str(broken), "--data", str(settings.data)]) == 1

    assert len(query("all products").json()["response"]) == 3
    assert json.loads(query("hat").text)["response"][0]["name"] == "Green Hat"


def test_there_is_a_collection_of_every_older_version() -> None:
    assert [path.stem for path in RECORDED] == [f"version-{number}" for number in range(VERSION)]


@pytest.mark.parametrize("older", RECORDED, ids=lambda path: path.stem)
def test_a_collection_of_an_older_release_is_opened_and_brought_up_to_date(
    query: Query, settings: Settings, older: Path
) -> None:
    path = recorded(settings, older)

    names = [item["name"] for item in query("all products").json()["response"]]

    assert names == ["Red Shoe", "Blue Shoe", "Green Hat"]
    assert version_of(path) == VERSION
    assert Store(settings.data).ids() == ["shop"]


@pytest.mark.parametrize("older", RECORDED, ids=lambda path: path.stem)
def test_a_collection_of_an_older_release_takes_new_records(
    fill: Fill, query: Query, settings: Settings, older: Path
) -> None:
    recorded(settings, older)

    fill("more.csv", "name,price\nStraw Hat,5\n")

    assert sorted(item["name"] for item in query("hat").json()["response"]) == ["Green Hat", "Straw Hat"]


def test_a_collection_of_a_newer_release_is_refused_and_left_as_it_is(
    call: Call, query: Query, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    path = recorded(settings, RECORDED[-1])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()

    answer = query("hat")

    assert answer.status_code == 400
    assert "version 99" in answer.json()["error"]
    assert "Update" in answer.json()["error"]
    assert main(["collection", "add", "shop", __file__, "--data", str(settings.data)]) == 1
    assert "version 99" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert call("DELETE", DELETE, json={"collection_id": "shop"}).status_code == 200


def recorded(settings: Settings, older: Path) -> Path:
    """Put the collection "shop", as an older version wrote it, among the collections."""
    folder = settings.data / "collections" / hashlib.sha256(b"shop").hexdigest()[:40]
    folder.mkdir(parents=True)
    return Path(shutil.copy(older, folder / "records.sqlite3"))


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
