"""
Money: exact decimals of 12 places, each in its currency.

Decides how amounts are added and written; knows no prices. Two currencies are never added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, InvalidOperation
from typing import Self

PLACE = Decimal("1e-12")
# Longer than any sum of amounts: nothing is rounded but what a price makes of tokens, once.
EXACT = Context(prec=80)
# What prices without a currency are in.
NO_CURRENCY = ""


@dataclass(frozen=True, slots=True)
class Money:
    """A sum for each currency, in the order of their names; empty while nothing has a price."""

    amounts: tuple[tuple[str, Decimal], ...] = ()

    @classmethod
    def of(cls, amount: Decimal, currency: str | None = None) -> Self:
        """Return *amount*, to 12 places."""
        return cls(((currency or NO_CURRENCY, amount.quantize(PLACE, context=EXACT)),))

    @classmethod
    def read(cls, stored: object) -> Self:
        """Return what `stored` has made; raises ValueError for what is no amount, or below 0."""
        if not isinstance(stored, Mapping):
            raise ValueError("it is not an object")  # noqa: TRY004 - the stored value's fault, not a caller's type
        amounts = []
        for currency, text in stored.items():
            amount = decimal_of(text)
            if amount is None or not isinstance(currency, str):
                raise ValueError(f"{currency!r:.40}: {text!r:.40} is no amount")
            amounts.append((currency, amount))
        return cls(tuple(sorted(amounts)))

    def __bool__(self) -> bool:
        return bool(self.amounts)

    def __add__(self, other: Money) -> Money:
        if not (self.amounts and other.amounts):
            return self if self.amounts else other
        sums = dict(self.amounts)
        for currency, amount in other.amounts:
            sums[currency] = EXACT.add(sums[currency], amount) if currency in sums else amount
        return Money(tuple(sorted(sums.items())))

    def without(self, part: Money) -> Money:
        """Return what is left without *part*, never below 0."""
        sums = dict(self.amounts)
        for currency, amount in part.amounts:
            sums[currency] = max(Decimal(0), EXACT.subtract(sums.get(currency, Decimal(0)), amount))
        return Money(tuple(sorted(sums.items())))

    def in_currency(self, currency: str | None) -> Decimal:
        """Return the sum in *currency*, 0 where there is none."""
        return dict(self.amounts).get(currency or NO_CURRENCY, Decimal(0))

    @property
    def number(self) -> float | None:
        """The sum as a number for people; None while nothing has a price, and for more than one currency."""
        return float(self.amounts[0][1]) if len(self.amounts) == 1 else None

    @property
    def currency(self) -> str | None:
        """The currency, or all of them in a row; None where no price has named one."""
        names = [name for name, _ in self.amounts]
        return None if names in ([], [NO_CURRENCY]) else ", ".join(name or "(none)" for name in names)

    @property
    def stored(self) -> dict[str, str]:
        """The exact sums by currency, as JSON keeps them."""
        return {currency: text_of(amount) for currency, amount in self.amounts}

    def __str__(self) -> str:
        return " and ".join(f"{text_of(amount, grouped=True)} {name}".rstrip() for name, amount in self.amounts)


# While nothing has a price.
NOTHING = Money()


def text_of(amount: Decimal, *, grouped: bool = False) -> str:
    """Return *amount* in plain digits, without zeros that say nothing."""
    text = f"{amount:,f}" if grouped else f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def listed(sums: Mapping[str, str]) -> str | None:
    """Return `Money.stored` as a cell of a table, such as "0.02 CHF, 0.5 EUR"; None while nothing has a price."""
    return ", ".join(f"{text} {currency}".rstrip() for currency, text in sums.items()) or None


def in_words(number: int, thing: str) -> str:
    """Return *number* with what it counts, such as "1 call" and "1,200 calls"."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def decimal_of(value: object) -> Decimal | None:
    """Return the amount that a number or text stands for, to 12 places; None for what is none, or below 0."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or len(text := str(value)) > EXACT.prec:
        return None
    try:
        # A number's shortest text is what somebody has written, and not what binary has made of it.
        amount = Decimal(text).quantize(PLACE, context=EXACT)
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and amount >= 0 else None
