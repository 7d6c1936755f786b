"""What every engine must do, as small named checks: run `check_engine` on yours and read what it complains of.

Each check yields sentences; an engine conforms if there are none.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .engine import Engine
from .motion_checks import (
    absent_body_takes_part_in_nothing,
    carrier_and_carried_do_not_collide,
    contacts_name_the_support,
    convex_mesh_rests,
    free_fall,
    friction_holds_and_scales,
    gravity_is_a_setting,
    hollow_container_keeps_a_ball,
    hovering_box_lands,
    kinematic_bodies_ignore_the_immovable,
    kinematic_body_carries,
    nudged_round_things_do_not_roll_away,
    off_centre_mass_tips,
    overlapping_boxes_part_gently,
    override_at_every_step,
    rest,
    speed_limits_hold,
    stack_of_three_stands,
    sunk_box_rises_without_a_jump,
    support_taken_away_from_sleepers,
    teleport,
    velocities_are_along_fixed_axes,
)
from .state_checks import (
    add_and_remove,
    equal_input_gives_equal_output,
    fork,
    image_and_restore,
    rays,
    segmentation,
)


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing an engine does not do."""

    check: str
    complaint: str

    def __str__(self) -> str:
        return f"{self.check}: {self.complaint}"


def check_engine(engine: Engine) -> tuple[Failure, ...]:
    """Everything wrong with an engine; empty if it conforms."""
    return tuple(failure for check in CHECKS for failure in run_check(check, engine))


def run_check(check: "Check", engine: Engine) -> tuple[Failure, ...]:
    """One check; an engine that raises where it should not has failed it."""
    name = check.__name__
    try:
        return tuple(Failure(name, complaint) for complaint in check(engine))
    except Exception as error:
        return (Failure(name, f"raised {type(error).__name__}: {error}"),)


Check = Callable[[Engine], Iterator[str]]
CHECKS: tuple[Check, ...] = (
    rest,
    free_fall,
    gravity_is_a_setting,
    hovering_box_lands,
    stack_of_three_stands,
    off_centre_mass_tips,
    hollow_container_keeps_a_ball,
    convex_mesh_rests,
    teleport,
    velocities_are_along_fixed_axes,
    override_at_every_step,
    kinematic_body_carries,
    kinematic_bodies_ignore_the_immovable,
    absent_body_takes_part_in_nothing,
    support_taken_away_from_sleepers,
    contacts_name_the_support,
    overlapping_boxes_part_gently,
    sunk_box_rises_without_a_jump,
    speed_limits_hold,
    nudged_round_things_do_not_roll_away,
    friction_holds_and_scales,
    carrier_and_carried_do_not_collide,
    add_and_remove,
    image_and_restore,
    fork,
    equal_input_gives_equal_output,
    rays,
    segmentation,
)
