"""Which records a prompt means: what it asks of their numbers and days, of what they state or lack, and their order."""
