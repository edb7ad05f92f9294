"""What labels and texts mean, wherever they stand: the words of nine languages, and texts as values."""
