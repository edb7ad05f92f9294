"""A query that can never succeed, with retries that must not be used."""

from airflow.sdk import DAG

from airflow_provider.operators import CollectionQueryOperator

with DAG("unknown_collection", schedule=None):
    CollectionQueryOperator(
        task_id="query",
        retries=3,
        collection_id="never-made",
        request_query="anything",
        json_schema={"title": "string"},
        json_schema_rules="none",
    )
