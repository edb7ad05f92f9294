"""An auth manager whose user `reader` may read one DAG only."""

from __future__ import annotations

from typing import Any

from airflow.api_fastapi.auth.managers.simple.simple_auth_manager import SimpleAuthManager

READER = "reader"
ONE_DAG = "ten_lines"


class OneDagManager(SimpleAuthManager):
    """The simple auth manager, but for `reader`."""

    def is_authorized_dag(self, *, method: Any, user: Any, access_entity: Any = None, details: Any = None) -> bool:
        if user.username == READER and (details is None or details.id != ONE_DAG):
            return False
        return super().is_authorized_dag(method=method, user=user, access_entity=access_entity, details=details)
