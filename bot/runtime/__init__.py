"""What any long-running program needs: locks, deadlines, the outbox, worker processes, clocks, logs."""
