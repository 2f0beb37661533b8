"""What a disk may hold after the power failed, told from a trace of what was written and synced before.

What came before a file's last sync is certain. Of the writes after it any part may have reached the disk, in
any order, torn between sectors; a file may be as long as it was at any moment since, with zeros where nothing
has come. Names that came or went since their folder's last sync may have done so on the disk, or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from tests.support.trace import Enter, Event, Leave, Mark, Sync, SyncFolder, Truncate, Write

SECTOR = 512


@dataclass
class _File:
    """What is certain of a file, and what has happened to it since, with the numbers of these events."""

    synced: bytearray
    since: list[tuple[int, Write | Truncate]] = field(default_factory=list)

    def sync(self, begun: int) -> None:
        """What happened before the event of that number is certain from now on."""
        for number, change in self.since:
            if number < begun:
                _apply(change, self.synced)
        self.since = [(number, change) for number, change in self.since if number >= begun]

    def cut(self, dice: Random) -> bytes:
        """One of the contents that are possible after a power cut.

        The cache of the operating system writes a sector as it is at some moment, each at its own; so the
        sector on the disk is as it was in memory after any of the changes to it.
        """
        reaches_the_disk = dice.choice((0.0, 1.0, dice.random()))
        memory, disk, lengths = bytearray(self.synced), bytearray(self.synced), [len(self.synced)]
        for _number, change in self.since:
            touched = _apply(change, memory)
            lengths.append(len(memory))
            disk.extend(bytes(max(0, len(memory) - len(disk))))
            for start in range(touched.start - touched.start % SECTOR, touched.stop, SECTOR):
                if dice.random() < reaches_the_disk:
                    sector = bytes(memory[start : start + SECTOR])
                    disk[start : start + len(sector)] = sector
        length = lengths[-1] if reaches_the_disk == 1.0 else dice.choice(lengths)
        return bytes(disk[:length].ljust(length, b"\0"))


def _apply(change: Write | Truncate, content: bytearray) -> range:
    """Does it, and says which bytes it has touched that are still there."""
    if isinstance(change, Truncate):
        before = len(content)
        del content[change.size :]
        content.extend(bytes(change.size - len(content)))
        return range(min(before, change.size), change.size)
    end = change.at + len(change.data)
    content.extend(bytes(max(0, end - len(content))))
    content[change.at : end] = change.data
    return range(change.at, end)


class Disk:
    """A disk that follows a trace, event by event, and whose power may be cut after each."""

    def __init__(self, before: Mapping[str, bytes]) -> None:
        self._files = {number: _File(bytearray(content)) for number, content in enumerate(before.values())}
        self._names = {name: number for number, name in enumerate(before)}
        """Which file each name certainly leads to, whatever is lost."""
        self._since: list[tuple[int, Enter | Leave]] = []
        """How names came and went since, with the numbers of these events."""
        self._count = 0

    def follow(self, event: Event) -> None:
        """This is what happened next."""
        match event:
            case Write() | Truncate():
                self._files[event.file].since.append((self._count, event))
            case Sync():
                self._files[event.file].sync(event.begun)
            case Enter() | Leave():
                if isinstance(event, Enter):
                    self._files.setdefault(event.file, _File(bytearray()))
                self._since.append((self._count, event))
            case SyncFolder():
                for number, change in self._since:
                    if number < event.begun:
                        _rename(change, self._names)
                self._since = [entry for entry in self._since if entry[0] >= event.begun]
            case Mark():
                pass
        self._count += 1

    def cut(self, dice: Random) -> dict[str, bytes]:
        """The files that may be there if the power fails now."""
        names, unchanged = dict(self._names), set[str | None]()
        reaches_the_disk = dice.choice((0.0, 1.0, 0.5))
        for _number, change in self._since:
            touched = {change.name, change.leaving if isinstance(change, Enter) else change.name}
            if touched & unchanged or dice.random() >= reaches_the_disk:
                unchanged |= touched  # what happened to a name later did not reach the disk before
            else:
                _rename(change, names)
        return {name: self._files[file].cut(dice) for name, file in names.items()}


def _rename(change: Enter | Leave, names: dict[str, int]) -> None:
    """Changes the names in place as one event changed them."""
    if isinstance(change, Leave):
        names.pop(change.name, None)
        return
    names[change.name] = change.file
    if change.leaving is not None:
        names.pop(change.leaving, None)
