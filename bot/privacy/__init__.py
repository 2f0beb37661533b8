"""What is stored about people and servers: told, and erased when they wish or go. Imports no discord."""
