"""Where nobody can listen is said in a sentence, before the server starts."""

import os
import socket
import stat

import pytest

from app.web.config import SettingsError
from app.web.listening import place
from benchmarks.deployment import stack


def refusal(bind: str) -> str:
    with pytest.raises(SettingsError) as refused:
        place(bind)
    message = str(refused.value)
    assert message.startswith(f"SDC_BIND is {bind!r}; ")
    assert "\n" not in message
    return message


def test_a_free_port_is_taken_and_a_name_becomes_its_address():
    port = stack.free_port()
    assert ("127.0.0.1", port) == place(f"127.0.0.1:{port}")
    assert place(f"localhost:{port}")[0] in ("127.0.0.1", "::1")


@pytest.mark.parametrize("option", [socket.SO_REUSEADDR, socket.SO_REUSEPORT])
def test_a_port_where_somebody_listens_is_refused(option):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, option, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert "in use" in refusal(f"127.0.0.1:{other.getsockname()[1]}")


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_that_is_not_ours_is_refused(host):
    refusal(f"{host}:{stack.free_port()}")


def test_a_socket_left_behind_is_removed_and_a_living_one_refused(tmp_path):
    path = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(path))
        other.listen()
        assert "in use" in refusal(f"unix:{path}")
    assert path.exists()
    assert path == place(f"unix:{path}")
    assert not path.exists()


def test_what_is_no_socket_is_refused_and_kept(tmp_path):
    path = tmp_path / "file"
    path.write_text("mine")
    refusal(f"unix:{path}")
    assert "mine" == path.read_text()
    refusal(f"unix:{tmp_path / 'no' / 'folder'}")
    refusal(f"unix:/{'x' * 200}")


def test_a_server_says_it_in_a_sentence_and_a_proxy_may_use_its_socket(tmp_path):
    path = tmp_path / "socket"
    settings = {"SDC_BIND": f"unix:{path}", "SDC_WORKERS": "1"}
    with stack.calculator(tmp_path, settings, unix=path):
        assert 0o666 == stat.S_IMODE(os.stat(path).st_mode)
        second = tmp_path / "second"
        second.mkdir()
        with (
            pytest.raises(RuntimeError, match=r"no server came up: SDC_BIND is .*\n$"),
            stack.calculator(second, settings, unix=tmp_path / "never"),
        ):
            pass
