"""What people see of a tournament.

Public messages and private pages say it in the same words (`words`, `lines`, `audit`). Everything here is
pure: a tournament, and what was worked out about it, become a screen.
"""
