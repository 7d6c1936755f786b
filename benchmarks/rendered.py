"""One PyBullet simulation with a picture for each person: the plainest way to see with everybody's eyes."""

from collections.abc import Sequence

from benchmarks.engines import plain_bullet
from benchmarks.paper import STEPS
from midworld.adapters.bullet_shape import bullet
from midworld.geometry import FloatArray, Pose
from midworld.perception import AgentPercept, Observation
from midworld.physics import Body

# A picture small enough to be quick and large enough to tell things apart.
COLUMNS, ROWS = 160, 120
FIELD_DEGREES, NEAR_M, FAR_M = 75, 0.05, 10


class RenderedScene:
    """Keeps a PyBullet world; `tick` puts what is perceived in place, lets it settle, and draws what everybody sees."""

    def __init__(self, bodies: Sequence[Body], poses: FloatArray) -> None:
        self._client, handles = plain_bullet(list(bodies), poses)
        self._handles = dict(zip((body.id for body in bodies), handles, strict=True))
        self._lens = bullet.computeProjectionMatrixFOV(FIELD_DEGREES, COLUMNS / ROWS, NEAR_M, FAR_M)

    def tick(self, observation: Observation) -> list[frozenset[int]]:
        """What each person's picture shows, as PyBullet numbers it."""
        for percept in observation.objects or ():
            turn = percept.orientation or (0.0, 0.0, 0.0, 1.0)
            bullet.resetBasePositionAndOrientation(
                self._handles[percept.id], percept.position, turn, physicsClientId=self._client
            )
        for _ in range(STEPS):
            bullet.stepSimulation(physicsClientId=self._client)
        return [self._seen(person) for person in observation.agents or ()]

    def close(self) -> None:
        bullet.disconnect(self._client)

    def _seen(self, person: AgentPercept) -> frozenset[int]:
        head = next(part for part in person.parts if part.part == "head")
        assert head.orientation is not None
        eye = Pose(head.position, head.orientation)
        ahead = eye.apply((1.0, 0.0, 0.0)).tolist()
        view = bullet.computeViewMatrix(head.position, ahead, [0, 0, 1])
        image = bullet.getCameraImage(
            COLUMNS,
            ROWS,
            viewMatrix=view,
            projectionMatrix=self._lens,
            renderer=bullet.ER_TINY_RENDERER,
            physicsClientId=self._client,
        )
        return frozenset(image[4].ravel().tolist())
