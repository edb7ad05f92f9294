"""
Filling a schema from what a page states, without a language model.

On four floors, each of which knows those below it: `words` has what texts mean, wherever they stand; `tree` parses a
page; `data` reads what is written for machines, and `written` what is written for readers.

Above them `records` finds what repeats, `tables`, `cards` and `listing` read it, `howmany`, `asked` and `subject` say
what is asked for and of what a page speaks, `choosing` and `rows` decide, `extract` answers a prompt, and `passages`
fills collections.
"""
