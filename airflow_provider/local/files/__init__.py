"""
Readers of files, a module for each kind: from bytes to HTML, which extraction and Markdown both read.

Each raises `Invalid` for what is damaged, protected by a password or too large. Which of them reads what is decided
by `documents`.
"""
