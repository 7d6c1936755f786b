"""What every physics engine must do: run `check_engine` on yours and read what it complains of."""

from ..physics import Engine
from .checks import Check, Failure, failures
from .engine_motion import (
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
from .engine_state import (
    add_and_remove,
    equal_input_gives_equal_output,
    fork,
    image_and_restore,
    rays,
    segmentation,
)


def check_engine(engine: Engine) -> tuple[Failure, ...]:
    """Everything wrong with a physics engine; empty if it conforms."""
    return failures(ENGINE_CHECKS, engine)


ENGINE_CHECKS: tuple[Check[Engine], ...] = (
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
