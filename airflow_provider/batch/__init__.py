"""
Many requests in one task: bounded concurrency, a journal, resume.

    items     what is asked, from a list, a template or a file; checked whole before anything is paid
    journal   answers in Airflow's task state store, with their spend, so that a crash loses none
    spool     the same answers on local disk, so that memory stays bounded
    gate      how many calls may be in flight, and when none may
    ledger    a call is counted before it is sent; one write serves all that has gathered
    engine    the loop over all of them
"""
