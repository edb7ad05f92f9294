"""
Filling a schema from what a page states, without a language model.

`page` parses. `things`, `state` and `meta` find what is written for machines, `lines`, `pairs`, `entries`, `hints`,
`forms`, `prices` and `tables` what is written for readers, `links` pictures and addresses, `records` what repeats.
`names` and `values` say which of it answers which field, and as what; `asked`, `subject` and `cards` of what it speaks;
`choosing` and `rows` decide.
"""
