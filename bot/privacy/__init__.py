"""What is stored about people and servers: exported, and erased when they want it or leave."""
