"""Apache Airflow provider for a web extraction, Markdown conversion, text generation and collection API."""

__version__ = "0.2.0"
