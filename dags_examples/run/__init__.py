"""Runs the example DAGs on a real Airflow of their own: `make demo`, `make airflow` and the live tests."""
