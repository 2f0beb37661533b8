"""What must survive a restart. Everything that is stored goes through the doors in `storage.doors`.

`open_store(path)` opens the database and is what the bot needs (`async with opened(path)` for a while);
`migrate(path, say)` and `backup(source, target, say)` serve the command line. All are asynchronous and raise
`StorageError` with a sentence for the operator.
"""

from storage.doors.audit import Audit
from storage.doors.orders import Orders
from storage.doors.privacy import Privacy
from storage.doors.results import Results
from storage.doors.servers import Servers
from storage.doors.store import Store
from storage.doors.tournaments import Tournaments
from storage.errors import AlreadyDone, Conflict, Damaged, StorageError, TooNew, Unwritable
from storage.records import (
    ActionRow,
    AuditRow,
    Change,
    ClockRow,
    Draft,
    Errand,
    ErrandRow,
    NudgeRow,
    OrderRow,
    Phase,
    Post,
    RatingRow,
    ResultRow,
    TableRow,
    TournamentChange,
    TournamentPhase,
    TournamentRow,
)
from storage.sqlite.copying import copy as backup
from storage.sqlite.migrations import migrate
from storage.sqlite.store import open_store, opened
from storage.watching import Census, Lot, Witness

__all__ = [
    "ActionRow",
    "AlreadyDone",
    "Audit",
    "AuditRow",
    "Census",
    "Change",
    "ClockRow",
    "Conflict",
    "Damaged",
    "Draft",
    "Errand",
    "ErrandRow",
    "Lot",
    "NudgeRow",
    "OrderRow",
    "Orders",
    "Phase",
    "Post",
    "Privacy",
    "RatingRow",
    "ResultRow",
    "Results",
    "Servers",
    "StorageError",
    "Store",
    "TableRow",
    "TooNew",
    "TournamentChange",
    "TournamentPhase",
    "TournamentRow",
    "Tournaments",
    "Unwritable",
    "Witness",
    "backup",
    "migrate",
    "open_store",
    "opened",
]
