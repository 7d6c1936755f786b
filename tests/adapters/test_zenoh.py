"""Boards that real programs share, over zenoh on the loopback of this machine."""

import datetime
import ipaddress
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from benchmarks.boards import Cable, cup, moved

pytest.importorskip("zenoh", reason="eclipse-zenoh is not installed")

import midworld
from clikit import SCENE
from midworld import sharing
from midworld.errors import BadInput, MidworldError, NotAllowed, UnreachableBoard, WriterTaken
from midworld.world import same

CLIENT = """
import sys, midworld
from midworld.world import change, Entity, EntityId
with midworld.connect("lab", name="camera") as board:
    board.claim("source/camera").commit(change(stamp=1.0, put=[Entity(EntityId("cup"))]))
    board.flush()
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _own_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIDWORLD_BOARDS", str(tmp_path / "boards"))


def eventually(holds: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Waits for what another thread or program does."""
    ends = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > ends:
            return False
        time.sleep(0.002)
    return True


@pytest.fixture
def camera() -> Iterator[Callable[[], "subprocess.Popen[str]"]]:
    started: list[subprocess.Popen[str]] = []

    def start() -> "subprocess.Popen[str]":
        pipe = subprocess.PIPE
        client = subprocess.Popen([sys.executable, "-c", CLIENT], stdin=pipe, stdout=pipe, text=True)
        started.append(client)
        assert client.stdout is not None
        assert client.stdout.readline() == "ready\n"
        return client

    yield start
    for client in started:
        client.kill()
        client.communicate()


def test_worlds_reach_other_programs_and_a_killed_one_is_noticed(camera: Callable[[], "subprocess.Popen[str]"]) -> None:
    with sharing.host("lab", name="run") as run, midworld.connect("lab", name="reader") as reader:
        client = camera()
        assert eventually(lambda: "source/camera" in reader and "cup" in reader["source/camera"])
        with pytest.raises(WriterTaken, match="already written by 'camera'"):
            run.claim("source/camera")
        client.send_signal(signal.SIGKILL)
        client.wait()
        # Each of them notices by itself.
        assert eventually(lambda: "source/camera" in reader.stale and "source/camera" in run.stale)
        run.claim("source/camera")


def test_who_joins_has_what_everybody_there_wrote_before() -> None:
    with sharing.host("lab", name="run") as run, midworld.connect("lab", name="camera") as camera:
        run.claim("stable").commit(cup(1.0))
        camera.claim("source/camera").commit(cup(2.0))
        for number in range(20):
            with midworld.connect("lab", name=f"reader{number}") as reader:
                assert {"stable", "source/camera"} <= set(reader.names)
                assert "cup" in reader["source/camera"]


def test_the_host_may_come_back_and_everybody_catches_up() -> None:
    run = sharing.host("lab", name="run")
    with midworld.connect("lab", name="camera") as camera, midworld.connect("lab", name="reader") as reader:
        writer = camera.claim("source/camera")
        writer.commit(cup(1.0))
        assert eventually(lambda: "source/camera" in reader)
        run.close()
        assert eventually(lambda: "source/camera" in reader.stale)
        for number in range(2, 50):
            writer.commit(moved(float(number), told=f"E{number}"))
        with sharing.host("lab", name="run"):
            assert eventually(lambda: reader["source/camera"].stamp == 49.0)
            told = [entry.predicate for entry in reader["source/camera"].timeline.entries]
            assert told == [f"E{number}" for number in range(2, 50)]
            assert not reader.stale
            with pytest.raises(WriterTaken, match="'camera'"):
                reader.claim("source/camera")


def test_a_link_that_is_cut_heals_and_no_event_is_lost(tmp_path: Path) -> None:
    with sharing.host("lab", name="run") as run:
        port = int(next((tmp_path / "boards").glob("*.json")).read_text().partition("127.0.0.1:")[2].partition('"')[0])
        with Cable(port) as cable, midworld.connect(f"lab@127.0.0.1:{cable.port}", name="reader") as reader:
            heard: list[str] = []
            reader.subscribe(lambda commit: heard.extend(each.predicate for each in commit.delta.entries))
            writer = run.claim("stable")
            writer.commit(cup(0.0))
            assert eventually(lambda: "stable" in reader)
            cable.cut()
            for number in range(1, 1000):
                writer.commit(moved(float(number), told=f"E{number}"))
            cable.mend()
            assert eventually(lambda: len(heard) == 999)
            assert heard == [f"E{number}" for number in range(1, 1000)]
            assert same(reader["stable"], run["stable"])


def test_a_board_nobody_shares_is_refused_with_what_to_do() -> None:
    with pytest.raises(UnreachableBoard, match="nobody shares it; share a run"):
        midworld.connect("nowhere", timeout=0.0)
    with pytest.raises(BadInput, match="no name"):
        midworld.connect("no/where")


def secured(folder: Path, port: int, tls: str = "") -> None:
    kind = "tls" if tls else "tcp"
    (folder / "users.txt").write_text("robot:sesame\nguest:mellon\n")
    (folder / "host.yaml").write_text(
        f"listen: {kind}/127.0.0.1:{port}\npasswords: users.txt\nuser: robot\npassword: sesame\n"
        "private: [ann]\nusers:\n  robot: {}\n  guest: {writes: [source/*], reads: []}\n" + tls
    )
    for user, password in (("robot", "sesame"), ("guest", "mellon"), ("stranger", "open")):
        text = f"connect: {kind}/127.0.0.1:{port}\nuser: {user}\npassword: {password}\n"
        (folder / f"{user}.yaml").write_text(text)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_only_users_get_in_and_each_to_what_is_theirs(tmp_path: Path) -> None:
    secured(tmp_path, free_port())
    with sharing.host("lab", name="run", access=tmp_path / "host.yaml") as run:
        run.claim("stable").commit(cup(1.0))
        run.claim("ann").commit(cup(1.0, 0.3))
        for who in ("stranger", None):
            with pytest.raises((UnreachableBoard, NotAllowed)):
                access = tmp_path / f"{who}.yaml" if who else None
                midworld.connect("lab", name="spy", access=access, timeout=0.5)
        with midworld.connect("lab", name="robot", access=tmp_path / "robot.yaml") as robot:
            assert eventually(lambda: "ann" in robot and "cup" in robot["ann"])
        with midworld.connect("lab", name="guest", access=tmp_path / "guest.yaml") as guest:
            assert eventually(lambda: "stable" in guest and "cup" in guest["stable"])
            run.claim("bob").commit(cup(2.0))
            assert eventually(lambda: "bob" in guest)
            assert "ann" not in guest
            with pytest.raises(NotAllowed, match="'guest' may not write world 'plans'"):
                guest.claim("plans")
            # Also not by asking the wire itself.
            transport = guest._sharing.transport  # pyright: ignore[reportPrivateUsage]
            peer = run._sharing.transport.me  # pyright: ignore[reportPrivateUsage]
            assert transport.ask(peer, "since/all", b"\x92\xff\x00")
            assert not transport.ask(peer, "since/only/ann", b"\x92\xff\x00", timeout=0.5)
            with pytest.raises(NotAllowed, match="'guest' may not read world 'ann'"):
                transport.ask("host", "since/only/ann", b"\x92\xff\x00")
            guest.claim("source/tag").commit(cup(3.0))
            assert eventually(lambda: "source/tag" in run)


def test_who_may_not_write_proposes_and_perceives_nothing_either(tmp_path: Path) -> None:
    secured(tmp_path, free_port())
    scene = tmp_path / "scene.yaml"
    scene.write_text(SCENE)
    users = {who: tmp_path / f"{who}.yaml" for who in ("robot", "guest")}
    host = tmp_path / "host.yaml"
    host.write_text(host.read_text().replace("source/*", "source/tag"))
    with (
        sharing.host("lab", name="desk", access=tmp_path / "host.yaml") as desk,
        # Neither of the two who decide is the host that knows.
        midworld.connect("lab", name="editor", access=users["robot"]) as editor,
        midworld.open(scene) as session,
        sharing.share(session, "lab", access=users["robot"]) as run,
        midworld.connect("lab", name="guest", access=users["guest"]) as guest,
    ):
        for board, name in ((desk, "furniture"), (editor, "shelves")):
            board.claim(name, editable=True).commit(cup(0.0))
            with pytest.raises(NotAllowed, match=f"'guest' may not write world '{name}'"):
                guest.propose(name, moved(1.0, height=0.5))
        desk.propose("shelves", moved(1.0, height=0.4))
        assert editor["shelves"].pose("cup").position[2] == 0.4
        for source in ("camera", "tag"):
            guest.observe({"stamp": 1.0, "source": source})
        lines = run.observations()
        assert eventually(lambda: b"tag" in (next(lines) or b""))
        assert list(run.troubles) == ["'guest' may not write world 'source/camera' of this board"]


def test_with_tls_only_who_shows_a_certificate_of_the_authority_gets_in(tmp_path: Path) -> None:
    pytest.importorskip("cryptography", reason="cryptography makes the certificates of this test")
    certified(tmp_path)
    own = "tls: {authority: ca.pem, certificate: host.pem, key: host.key}\n"
    secured(tmp_path, free_port(), own)
    for user, tls in (("robot", own), ("guest", "tls: {authority: ca.pem}\n")):
        path = tmp_path / f"{user}.yaml"
        path.write_text(path.read_text() + tls)
    with sharing.host("lab", name="run", access=tmp_path / "host.yaml") as run:
        run.claim("stable").commit(cup(1.0))
        with midworld.connect("lab", name="robot", access=tmp_path / "robot.yaml") as robot:
            assert eventually(lambda: "stable" in robot)
        with pytest.raises((UnreachableBoard, NotAllowed)):
            midworld.connect("lab", name="guest", access=tmp_path / "guest.yaml", timeout=0.5)


def test_a_file_of_access_that_is_wrong_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "sharing.yaml"
    for text, sentence in (
        ("lisen: tcp/127.0.0.1:1", "lisen"),
        ("private: ['a*']", "one by one"),
        ("passwords: none.txt", "no file beside it"),
        ("listen: tcp/127.0.0.1:1\nusers: {a: {}}", "needs 'passwords'"),
        (": : :", "sharing.yaml"),
    ):
        path.write_text(text)
        with pytest.raises(MidworldError, match=sentence):
            sharing.host("lab", access=path)


def certified(folder: Path) -> None:
    """An authority and one certificate for 127.0.0.1, in PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    now = datetime.datetime.now(datetime.UTC)
    plain, pem = serialization.NoEncryption(), serialization.Encoding.PEM

    def name(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])

    authority, own = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    for who, key in (("ca", authority), ("host", own)):
        builder = (
            x509.CertificateBuilder()
            .subject_name(name(who))
            .issuer_name(name("ca"))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=who == "ca", path_length=None), critical=True)
        )
        if who == "host":
            address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
            usages = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
            builder = builder.add_extension(x509.SubjectAlternativeName([address]), critical=False)
            builder = builder.add_extension(x509.ExtendedKeyUsage(usages), critical=False)
        certificate = builder.sign(authority, hashes.SHA256())
        (folder / f"{who}.pem").write_bytes(certificate.public_bytes(pem))
        private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
        (folder / f"{who}.key").write_bytes(private)
