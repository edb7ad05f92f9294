"""
Worker processes: whatever a document makes of its reader, only its own request ends.

`pool` hands out jobs, `process` holds one worker, `child` is what runs in it, `jobs` what it can do. Nothing here
knows HTTP, and `child` and `jobs` know nothing of the pool.
"""
