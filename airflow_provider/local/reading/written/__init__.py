"""What a page states for readers: labels with values, entries, prices, links, and hints of attributes and form."""
