"""The slash commands: what Discord is told about them, and where each of them leads. One module per group."""
