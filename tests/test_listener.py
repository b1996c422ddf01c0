"""A listening socket that is closed without resetting anybody."""

import os
import socket
import subprocess
import sys

import pytest

from app.listener import begin_no_more, is_held_by


@pytest.fixture(params=[(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def listener(request):
    family, address = request.param
    with socket.socket(family) as made:
        try:
            made.bind((address, 0))
        except OSError:
            pytest.skip("the machine has no such address")
        made.listen()
        made.setblocking(False)
        yield made


def connect(listener: socket.socket) -> socket.socket:
    client = socket.socket(listener.family)
    client.settimeout(0.3)
    try:
        client.connect(listener.getsockname())
    except TimeoutError:
        client.close()
        raise
    return client


@pytest.mark.skipif(sys.platform != "linux", reason="packet filters are Linux's")
def test_what_has_begun_is_taken_in_and_nothing_begins(listener):
    with connect(listener) as waiting:
        waiting.sendall(b"asked")
        begin_no_more(listener)
        with pytest.raises(TimeoutError):
            connect(listener)
        accepted, _ = listener.accept()
        with accepted:
            listener.close()
            assert b"asked" == accepted.recv(9)
            accepted.sendall(b"answered")
            assert b"answered" == waiting.recv(9)


def test_a_socket_of_the_file_system_is_left_alone(tmp_path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "s"))
        made.listen()
        begin_no_more(made)
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(tmp_path / "s"))


def test_a_socket_is_held_by_who_has_it_open(listener):
    held = "import sys; print(flush=True); sys.stdin.read()"
    for heirs, expected in [((listener.fileno(),), True), ((), False)]:
        with subprocess.Popen(
            [sys.executable, "-c", held],
            pass_fds=heirs,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as other:
            assert other.stdout is not None
            other.stdout.readline()
            assert expected == is_held_by(other.pid, listener)
            other.communicate(b"")
    assert is_held_by(os.getpid(), listener)


def test_a_process_that_nobody_can_look_into_may_hold_it(listener):
    assert is_held_by(2**22 + 1, listener)
