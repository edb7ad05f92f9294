"""
Links in sitemaps, feeds and pages.

`finding` walks from document to document, `documents` tells what one is, and `sitemaps`, `feeds` and `pages` read
them. `addresses`, `patterns` and `dates` say which links are the same, wanted and new. Nothing here loads anything.
"""
