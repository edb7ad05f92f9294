"""
Many requests in one task: bounded concurrency, answers kept as they come, resume.

    sources   where items come from: lists, records, DataFrames, files
    carried   what items bring into their rows
    items     what is asked, each once; checked whole before anything is paid
    commits   a call is counted before it is sent, its answer kept with its spend; one write serves many calls
    spill     the same answers on local disk, so that memory stays bounded
    overflow  answers too large for the task state store, in files beside the result
    limiter   how many calls may be in flight, and when none may
    meter     one worker's calls: a place among those in flight, and what is written before and after
    plan      what a batch does with its items; planned  what is left to do, told before the first call
    resume    what earlier tries of the task have paid for
    reusing   what earlier runs have paid for, and what later ones may use
    looking   pages looked at for free, ahead of the calls; origins  which answers were paid for, and which reused
    breaker   which failure stops the whole batch
    engine    the loop over all of them
    run       one batch from its items to its answers
"""
