"""
Limits that all workers share, kept in Redis.

    limits.lua  the rules: every decision is one call of this script, by the clock of Redis
    store       runs the script, and says what it means that Redis is away
    connection  an Airflow connection, or a URL, becomes a store; the only one that knows Airflow
    budgets     places in a budget: reserved before a call, settled after it
    pace        when the next request may leave, and until when none may
    asking      one question for all who ask meanwhile, waiting or on an event loop

Knows no operations and no prices: what a call costs, and whose budget it is, is told by the callers.
"""

from __future__ import annotations
