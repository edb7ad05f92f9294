"""
Reading public pages for free: addresses, robots.txt, loading, what a reader sees, and the memory of pages.

Knows neither Airflow nor the service's contract. Needs the extra `watch`.
"""

from airflow_provider.web.reuse import Reuse

__all__ = ["Reuse"]
