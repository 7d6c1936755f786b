"""One 3D pane: a viser server of its own, on this machine only, that shows pictures and tells of clicks."""

import sys
import threading
from collections.abc import Callable, Mapping
from functools import cache
from typing import cast

import numpy as np
import rich
import viser
from rich.console import ConsoleRenderable, RenderHook

from ...geometry import FloatArray
from .labels import Camera
from .picture import Batch, Lines, Picture

HOST = "127.0.0.1"
Pick = Callable[[str], None]
# Narrower than viser's: less of the room, less bent.
FOV = 0.7


class _WithoutViser(RenderHook):
    """Keeps viser's announcements out of rich's common console, where a run may be writing; others write as before."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
        while frame is not None and _package(frame.f_globals) == "rich":
            frame = frame.f_back
        return [] if frame is not None and _package(frame.f_globals) == "viser" else renderables


def _package(names: Mapping[str, object]) -> str:
    return str(names.get("__name__", "")).partition(".")[0]


@cache
def _hush_viser() -> None:
    rich.get_console().push_render_hook(_WithoutViser())


class Pane:
    """Draws what it is given and sends only what changed."""

    def __init__(self, pick: Pick) -> None:
        _hush_viser()
        self._server = viser.ViserServer(host=HOST, port=0, verbose=False)
        self._pick = pick
        self._batches: dict[str, tuple[viser.BatchedMeshHandle, Batch]] = {}
        self._lines: dict[str, tuple[viser.LineSegmentsHandle, Lines]] = {}
        self._ids: dict[str, tuple[str, ...]] = {}
        self._hidden: set[str] = set()
        self._dark: bool | None = None
        self.camera: Camera | None = None
        self._server.scene.set_up_direction("+z")
        self._server.on_client_connect(self._connected)

    @property
    def port(self) -> int:
        return self._server.get_port()

    @property
    def watched(self) -> bool:
        return bool(self._server.get_clients())

    def close(self) -> None:
        """Stops serving; viser takes its time over that, which nobody has to wait for."""
        threading.Thread(target=self._server.stop, daemon=True).start()

    def theme(self, *, dark: bool) -> None:
        if self._dark is not dark:
            self._dark = dark
            self._server.gui.configure_theme(show_logo=False, show_share_button=False, dark_mode=dark)
            self._light(dark=dark)

    def _light(self, *, dark: bool) -> None:
        """Softer than viser's own lights, in which bright colours drown."""
        scene = self._server.scene
        scene.configure_default_lights(enabled=False)
        scene.configure_environment_map(None)
        scene.add_light_hemisphere(
            "/light/sky", sky_color=(255, 255, 255), ground_color=(190, 186, 180), intensity=1.2 if dark else 2.5
        )
        for name, place, strength in (("sun", (-2.0, -3.0, 6.0), 1.5), ("fill", (4.0, 5.0, 3.0), 0.5)):
            scene.add_light_directional(f"/light/{name}", intensity=strength, position=place)

    def aim(self, position: FloatArray, look_at: FloatArray) -> None:
        """Looks from one point at another, now and whenever the page is opened anew."""
        self._server.initial_camera.fov = FOV
        self._server.initial_camera.position = position
        self._server.initial_camera.look_at = look_at
        for client in self._server.get_clients().values():
            client.camera.fov = FOV
            client.camera.position = position
            client.camera.look_at = look_at

    def follow(self, camera: Camera) -> None:
        """Looks as another pane does."""
        mine = self.camera
        if mine is None or not (
            np.allclose(mine.position, camera.position, atol=1e-3)
            and np.allclose(mine.look_at, camera.look_at, atol=1e-3)
        ):
            for client in self._server.get_clients().values():
                with client.atomic():
                    client.camera.position = camera.position
                    client.camera.look_at = camera.look_at

    def show(self, picture: Picture) -> None:
        with self._server.atomic():
            for name, batch in picture.batches.items():
                self._instances(name, batch)
            for name, lines in picture.lines.items():
                self._segments(name, lines)
            self._hide(self._batches, picture.batches)
            self._hide(self._lines, picture.lines)

    def _connected(self, client: viser.ClientHandle) -> None:
        def moved(camera: viser.CameraHandle) -> None:
            w, x, y, z = (float(number) for number in camera.wxyz)
            self.camera = Camera(
                np.array(camera.position),
                np.array([x, y, z, w]),
                camera.fov,
                camera.image_width,
                camera.image_height,
                np.array(camera.look_at),
            )

        client.camera.on_update(moved)

    def _instances(self, name: str, batch: Batch) -> None:
        self._ids[name] = batch.ids
        known = self._batches.get(name)
        wxyz = batch.poses[:, [6, 3, 4, 5]]
        if known is not None and known[1].model is batch.model and len(known[1].ids) == len(batch.ids):
            handle, before = known
            # Asked here first, as viser takes longer to find out.
            if not np.array_equal(batch.poses, before.poses):
                handle.batched_positions = batch.poses[:, :3].astype(np.float32)
                handle.batched_wxyzs = wxyz.astype(np.float32)
            if batch.scales is not before.scales and not np.array_equal(batch.scales, before.scales):
                handle.batched_scales = batch.scales.astype(np.float32)
            if not np.array_equal(batch.colours, before.colours):
                handle.batched_colors = batch.colours
            self._reveal(name, handle)
        else:
            handle = self._server.scene.add_batched_meshes_simple(
                name,
                batch.model.vertices,
                batch.model.faces,
                batched_wxyzs=wxyz,
                batched_positions=batch.poses[:, :3],
                batched_scales=batch.scales,
                batched_colors=batch.colours,
                opacity=batch.opacity,
                flat_shading=not batch.model.smooth,
                side="front" if batch.model.closed or batch.opacity is not None else "double",
                cast_shadow=False,
                receive_shadow=False,
                lod="off",
            )
            self._hidden.discard(name)
            if batch.clickable:
                handle.on_click(lambda event: self._clicked(name, event.instance_index))
        self._batches[name] = (handle, batch)

    def _clicked(self, name: str, instance: int | None) -> None:
        ids = self._ids.get(name, ())
        if instance is not None and instance < len(ids):
            self._pick(ids[instance])

    def _segments(self, name: str, lines: Lines) -> None:
        known = self._lines.get(name)
        if known is not None and known[1].colour == lines.colour and known[1].width == lines.width:
            handle = known[0]
            if lines.points is not known[1].points:
                handle.points = lines.points.astype(np.float32)
            self._reveal(name, handle)
        else:
            handle = self._server.scene.add_line_segments(
                name, lines.points, lines.colour, thickness=lines.width, thickness_units="screen"
            )
            self._hidden.discard(name)
        self._lines[name] = (handle, lines)

    def _hide(self, known: Mapping[str, tuple[object, object]], kept: Mapping[str, object]) -> None:
        """What is not in the picture stays on the page unseen, as it may come back at the next tick."""
        for name, (handle, _) in known.items():
            if name not in kept and name not in self._hidden:
                self._hidden.add(name)
                cast(viser.SceneNodeHandle, handle).visible = False

    def _reveal(self, name: str, handle: viser.SceneNodeHandle) -> None:
        if name in self._hidden:
            self._hidden.discard(name)
            handle.visible = True
