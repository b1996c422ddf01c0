"""
A listening socket that is closed without resetting anybody.

What waits in a socket's queue when its last holder closes it is reset, also what
came between the last look and the close. So no connection may begin any more
before that look: a packet filter on the socket drops the SYN of new ones, while
the handshakes under way are ended. Who is dropped asks again after a second, and
is refused by then, or answered by another copy.

Source:
    Linux, net/ipv4/tcp_ipv4.c: tcp_v4_rcv asks the listening socket's filter, whose
    first byte is that of the TCP header; socket(7), SO_ATTACH_FILTER; classic BPF's
    instructions in linux/filter.h.
"""

import ctypes
import os
import socket
import struct
from contextlib import suppress

SETTLED = 0.002
"""Seconds within which handshakes under way are ended on a loaded machine."""

_ATTACH_FILTER = 26
_NO_SYN = b"".join(
    struct.pack("=HBBI", *instruction)
    for instruction in (
        (0x30, 0, 0, 13),  # load the byte of flags
        (0x45, 0, 1, 0x02),  # is SYN among them?
        (0x06, 0, 0, 0),  # then drop the packet
        (0x06, 0, 0, 0xFFFF_FFFF),  # else take it whole
    )
)


def begin_no_more(listener: socket.socket) -> None:
    """
    Let no connection begin at a TCP socket; those that have begun may be accepted.

    Where the system knows no such filter nothing is changed.
    """
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        return
    program = ctypes.create_string_buffer(_NO_SYN, len(_NO_SYN))
    filters = struct.pack("@HP", len(_NO_SYN) // 8, ctypes.addressof(program))
    with suppress(OSError):
        listener.setsockopt(socket.SOL_SOCKET, _ATTACH_FILTER, filters)


def is_held_by(pid: int, listener: socket.socket) -> bool:
    """
    Say whether a process has the socket open too; yes where nobody can tell.

    Args:
        pid: The process.
        listener: An open socket.
    """
    own = os.fstat(listener.fileno())
    folder = f"/proc/{pid}/fd"
    try:
        return any(_is(f"{folder}/{name}", own) for name in os.listdir(folder))
    except OSError:
        return True


def _is(path: str, own: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.stat(path), own)
    except FileNotFoundError:  # closed in the meantime
        return False
