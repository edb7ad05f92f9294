"""What labels and texts mean, wherever they stand: the words of many languages, and texts as values."""
