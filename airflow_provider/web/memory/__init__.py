"""
What was seen and paid for before, in a folder on any storage.

`storage` reads and writes files, `generations` keeps records of any kind in them, `pages` and `links` say what the
records are. None of them knows Airflow, and none decides what is paid: that is the business of `reuse`.
"""
