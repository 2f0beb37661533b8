"""What people and servers prefer: plain data, and who keeps it."""
