"""Trouble that a test orders in advance: the next request of a kind fails, before or after it was done."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Fault:
    """`status` None breaks the connection; `after_doing` carries the request out and loses the answer."""

    route: str
    status: int | None
    times: int
    after_doing: bool


@dataclass(slots=True)
class Faults:
    waiting: list[Fault] = field(default_factory=list)

    def order(self, fault: Fault) -> None:
        self.waiting.append(fault)

    def due(self, method: str, template: str, path: str) -> Fault | None:
        """The fault ordered for this request, by template or by path, if there is one."""
        if not self.waiting:
            return None
        for fault in self.waiting:
            if fault.route in (f"{method} {template}", f"{method} {path}"):
                fault.times -= 1
                if not fault.times:
                    self.waiting.remove(fault)
                return fault
        return None
