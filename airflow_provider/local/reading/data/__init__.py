"""What a page states for machines, as things with types, as labelled values, and about itself."""
