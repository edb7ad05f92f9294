"""The example DAGs; `run` holds what runs them."""
