"""The service's contract as Python: requests, answers, schemas, rules and a client. Knows no Airflow."""
