"""
All that is written into Airflow's task state store, and what differs between versions of Airflow.

    record             one versioned value: what a task instance has spent, whoever wrote it
    log                paid answers by fingerprint, in parts that the store takes without complaint
    first_version      what version 0.1 wrote instead of the log
    kept               the answers of earlier tries, handed to the calls that ask for the same
    task_state         record and log of one task instance, written together
    airflow_versions   what Airflow 3.3 and 3.4 do differently
"""
