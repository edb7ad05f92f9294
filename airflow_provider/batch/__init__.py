"""
Many requests in one task: bounded concurrency, answers kept as they come, resume.

    items     what is asked, from a list, a template or a file; checked whole before anything is paid
    commits   a call is counted before it is sent, its answer kept with its spend; one write serves many calls
    spill     the same answers on local disk, so that memory stays bounded
    overflow  answers too large for the task state store, in files beside the result
    limiter   how many calls may be in flight, and when none may
    engine    the loop over all of them
    run       one batch from its items to its rows
"""
