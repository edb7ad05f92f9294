"""
The embedded service: the whole HTTP API on this machine, over real pages, files and collections.

It knows nothing of Airflow and imports nothing of its sibling packages, so that the provider and this
service can each be checked against the other. Start it with ``python -m airflow_provider.local serve``.
"""
