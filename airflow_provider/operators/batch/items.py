"""
What the batch operators ask, and what comes with it: items, and fields that are carried into their rows.

Knows neither calls nor answers; what an item may come as is `batch.sources`' business.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from airflow_provider.api.request import Request
from airflow_provider.api.rows import Row
from airflow_provider.api.schema import RowSchema
from airflow_provider.batch.carried import Carried
from airflow_provider.batch.items import Items, check_items
from airflow_provider.batch.run import BatchRun
from airflow_provider.batch.sources import ALL, Fields, carry_of, read_items
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators.rows import RowsOperator
from airflow_provider.operators.templates import is_literal


class ItemsOperator(RowsOperator):
    """
    Base of the operators that ask many items.

    :param column: the field or column of records, a DataFrame or a file that holds the items (templated)
    :param carry: fields that are copied from each item into its rows: a list of names, or "all" (templated)
    """

    item_field: ClassVar[str]
    items_field: ClassVar[str]
    items_attribute: ClassVar[str]
    # Where the item of a record is, unless `column` says otherwise.
    usual_columns: ClassVar[tuple[str, ...]]

    def __init__(
        self,
        *,
        column: str | None = None,
        carry: Sequence[str] | str = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.column = column
        self.carry = carry
        self._carried: Carried | None = None

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a bare string for a list, and a carried field that rows have already, too."""
        super().refuse_wrong_literals(fields)
        items = fields.get(cls.items_attribute, fields.get(cls.items_field))
        if isinstance(items, str) and is_literal(items):
            read_items(items, Fields(cls.items_field, cls.usual_columns))
        if is_literal(given := fields.get("carry")):
            carry = carry_of(given)
            if carry and cls.knows_schema(fields):
                cls.refuse_carried(() if carry == ALL else carry, cls.own_schema(fields).columns)

    @classmethod
    def knows_schema(cls, fields: Mapping[str, Any]) -> bool:
        """Say whether *fields* say, before any rendering, which columns rows have by themselves."""
        name = "json_schema"
        return name not in cls.request_type.model_fields or (name in fields and is_literal(fields[name]))

    @classmethod
    def own_schema(cls, fields: Mapping[str, Any]) -> RowSchema:
        """Return the columns that rows have by themselves, with the arguments *fields*."""
        raise NotImplementedError

    @classmethod
    def refuse_carried(cls, carry: Collection[str], own: Collection[str]) -> None:
        """Refuse a carried field of the same name as one of a row's *own* columns."""
        if taken := [name for name in carry if name in own]:
            raise InvalidRequestError(
                f"Field 'carry' has {', '.join(map(repr, taken))}, which rows have already: {', '.join(own)}. "
                "Rename it in the items, or name the fields to carry without it."
            )

    def read(self) -> Items:
        """Return the items, checked, to be closed; raises `InvalidRequestError` for what cannot be sent or carried."""
        fields = Fields(self.items_field, self.usual_columns, self.column, carry_of(self.carry))
        given = read_items(getattr(self, self.items_attribute), fields)
        self._carried = None
        if not fields.carry:
            return check_items(given, self.request_for, field=self.items_field)
        self._carried = Carried(() if fields.carry == ALL else fields.carry)
        try:
            items = check_items(given, self.request_for, field=self.items_field, carried=self._carried)
            self.refuse_carried(self._carried.names, self.own_schema(vars(self)).columns)
        except BaseException:
            self._carried.close()
            raise
        return items

    def row_schema(self) -> RowSchema:
        """Return the columns of all rows, the carried ones last; those are known once the items are read."""
        own = self.own_schema(vars(self))
        return self.marked(own if self._carried is None else self._carried.beside(own))

    def rows_by_item(self, batch: BatchRun) -> Iterator[tuple[int, Iterable[Row]]]:
        """Yield the number of each item that has an answer, and its rows with what stands beside the answer."""
        for number, item, response, reused in batch.answers():
            rows = self.rows_of(number, item, response)
            brings = {} if self._carried is None else self._carried.of(number)
            if self.reuse_column is not None:
                brings[self.reuse_column] = reused
            yield number, [row | brings for row in rows] if brings else rows

    def request_for(self, item: Any) -> Request:
        """Return the request of one item."""
        shared = (name for name in self.request_type.model_fields if name != self.item_field)
        return self.request_type.build(**{self.item_field: item}, **{name: getattr(self, name) for name in shared})

    def rows_of(self, number: int, item: Any, response: Any) -> Iterable[Row]:
        """Return the rows of item number *number*."""
        raise NotImplementedError

    def name_of(self, index: int, item: Any) -> str:
        """Return what an item is called in the manifest."""
        return item if isinstance(item, str) else f"{self.items_field} {index + 1}"
