"""The errors that storage raises."""


class StorageError(Exception):
    """Storage cannot do what was asked and stored nothing. The operator is told what, why, what to do."""


class Damaged(StorageError):
    """The file is not a database, or is damaged."""


class TooNew(StorageError):
    """The file was written by a newer version."""


class Unwritable(StorageError):
    """Disk full, read-only folder or file, or locked by another program."""


class WrongAddress(StorageError):
    """The address of the database cannot be used as it is: nothing but another one helps."""


class Uncertain(StorageError):
    """Other than all other errors of storage: the change may have been stored, or not."""


class InUse(StorageError):
    """Another process has the file to itself."""


class AlreadyDone(Exception):
    """This interaction was stored before. `answer` is what it was answered with."""

    def __init__(self, answer: bytes) -> None:
        super().__init__("this interaction was answered before")
        self.answer = answer


class Conflict(Exception):
    """The change does not follow on what is stored (revision, action number): the caller's is old."""


class NoRoom(Conflict):
    """More tables are open than there were when it was looked whether one more may be: look again."""


class NotTheOwner(StorageError):
    """Another process serves the shard by now: what its former owner writes is not taken."""
