"""
Filling a schema from what a page states, without a language model.

`page` parses. `structured`, `tables`, `cards` and `listings` each find facts, which are labelled values;
`names` and `values` say which fact answers which field, and as what; `rows` and `extract` choose.
"""
