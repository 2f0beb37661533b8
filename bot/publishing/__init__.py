"""What stands in the channels for each table, kept up to date: posts, errands, and open hands."""
