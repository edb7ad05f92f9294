"""A page as its elements in order, with their text; which of them only surround what the page is there for."""
