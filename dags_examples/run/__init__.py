"""Runs the example DAGs and their website: `make demo`, `make airflow`, `make website` and the live tests."""
