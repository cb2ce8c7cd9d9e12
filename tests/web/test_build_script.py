"""build.sh and the server it starts, as a person at a terminal meets them."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import urllib.request
from pathlib import Path

from web.bundle import ROOT


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs build.sh and returns what it said."""
    command = [str(ROOT / "build.sh"), *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, cwd="/", capture_output=True, text=True, check=False
    )


def test_unknown_command_explains_itself() -> None:
    result = run("dance")
    assert result.returncode != 0
    assert "./build.sh serve" in result.stderr
    assert "unknown command: dance" in result.stderr


def test_too_old_a_python_is_said_in_words(tmp_path: Path) -> None:
    old = tmp_path / "python-old"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    result = run("setup", PYTHON=str(old))
    assert result.returncode != 0
    assert "Python 3.11 or newer is needed" in result.stderr


def test_second_build_does_nothing() -> None:
    first = run("build")
    assert first.returncode == 0, first.stderr
    again = run()
    assert again.stdout == "build/web/ is up to date\n"


def test_serve_takes_the_next_port_when_one_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = subprocess.Popen([str(ROOT / "build.sh"), "serve", str(port)], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            said = ""
            while "http://" not in said:
                line = server.stdout.readline()
                assert line, f"the server ended after saying: {said}"
                said += line
            assert f"Port {port} is taken" in said
            address = re.search(r"http://\S+", said)
            assert address
            with urllib.request.urlopen(address[0]) as answer:
                assert b"data-build=" in answer.read()
        finally:
            server.terminate()
            server.wait()


def test_broken_runtime_stops_the_build_with_a_reason(tmp_path: Path) -> None:
    for name in ("web", "game"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("main.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    wasm = tmp_path / "web" / "runtime" / "dist" / "runtime.wasm.gz"
    wasm.write_bytes(wasm.read_bytes()[:-1])
    python = ROOT / ".venv" / "bin" / "python"
    result = subprocess.run([python, "-m", "web.bundle"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "runtime.wasm.gz" in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "build" / "web").exists()
