"""A stand-in for Discord on loopback: the unchanged bot connects to it, people press buttons on its page or
in tests.
"""

from playground.clock import Clock
from playground.gateway_session import GatewayRules
from playground.interactions import Answer, InteractionFailed
from playground.people import Reply, Visitor
from playground.playground import Playground
from playground.seen import Modal, Seen
from playground.slash import NotOffered

__all__ = [
    "Answer",
    "Clock",
    "GatewayRules",
    "InteractionFailed",
    "Modal",
    "NotOffered",
    "Playground",
    "Reply",
    "Seen",
    "Visitor",
]
