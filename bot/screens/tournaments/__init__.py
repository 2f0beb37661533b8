"""What people see of tournaments: in the channel, of their own, at the organiser's desk."""
