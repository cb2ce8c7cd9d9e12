"""Values as they lie in the storage: what is read, and what is not."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.profile.envelope import LARGEST, VERSION, Fault, UnreadableError, dump, seal, unseal

PAYLOAD: dict[str, object] = {"name": "Ünï ✓ \ud800", "list": [1, True, None, {"a": -3}], "empty": {}}
SEALED = seal(7, dump(PAYLOAD))


def fault_of(text: str) -> Fault:
    with pytest.raises(UnreadableError) as caught:
        unseal(text)
    assert str(caught.value)
    return caught.value.fault


def test_what_was_sealed_comes_out() -> None:
    assert unseal(SEALED).payload == PAYLOAD
    assert unseal(SEALED).revision == 7
    assert SEALED.isascii()
    assert json.loads(SEALED).keys() == {"version", "revision", "checksum", "payload"}


def test_cut_off_anywhere_it_is_damaged() -> None:
    for length in range(len(SEALED)):
        assert fault_of(SEALED[:length]) is Fault.DAMAGED


def test_no_change_of_one_character_goes_unnoticed_in_the_payload() -> None:
    start = SEALED.index('"payload"') + len('"payload":')
    for at in range(start, len(SEALED)):
        other = "1" if SEALED[at] != "1" else "2"
        assert fault_of(SEALED[:at] + other + SEALED[at + 1 :])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault.DAMAGED),
        ("high score: 12", Fault.DAMAGED),
        ("[" * 100_000, Fault.DAMAGED),
        ("1" * 5_000, Fault.DAMAGED),
        ('{"version":1,"revision":1,"checksum":"00000000","payload":{"a":NaN}}', Fault.DAMAGED),
        ("12", Fault.FOREIGN),
        ("null", Fault.FOREIGN),
        ('{"score":12}', Fault.FOREIGN),
        ('{"version":"1","revision":1,"payload":{}}', Fault.FOREIGN),
        ('{"version":true,"revision":1,"payload":{}}', Fault.FOREIGN),
        ('{"version":0,"revision":1,"payload":{}}', Fault.FOREIGN),
        ('{"version":1,"revision":-1,"payload":{}}', Fault.FOREIGN),
        ('{"version":1,"revision":1,"payload":[]}', Fault.FOREIGN),
        ('{"version":1,"revision":1,"payload":{}}', Fault.DAMAGED),
        (seal(1, '"' + "x" * LARGEST + '"'), Fault.OVERSIZED),
        (SEALED.replace(f'"version":{VERSION}', f'"version":{VERSION + 1}'), Fault.NEWER),
        (SEALED.replace(f'"version":{VERSION}', '"version":' + "9" * 400), Fault.NEWER),
    ],
)
def test_what_is_not_read_says_why(text: str, fault: Fault) -> None:
    assert fault_of(text) is fault


def test_the_same_json_written_with_spaces_is_read() -> None:
    spaced = json.dumps(json.loads(SEALED), indent=2)
    assert unseal(spaced).payload == PAYLOAD


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_a_value_that_javascript_wrote_anew_is_read() -> None:
    script = "process.stdout.write(JSON.stringify({...JSON.parse(process.argv[1]), revision: 8}))"
    found = subprocess.run(["node", "-e", script, SEALED], capture_output=True, check=True)
    assert unseal(found.stdout.decode()).payload == PAYLOAD


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(st.integers(0, 10**9), st.dictionaries(st.text(), JSON, max_size=4))
def test_any_payload_comes_out_as_it_went_in(revision: int, payload: dict[str, object]) -> None:
    envelope = unseal(seal(revision, dump(payload)))
    assert (envelope.revision, envelope.payload) == (revision, payload)


@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")) | JSON.map(json.dumps))
def test_no_text_escapes_the_reader(text: str) -> None:
    with suppress(UnreadableError):
        unseal(text)
