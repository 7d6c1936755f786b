"""Parts of the body by the names of links, as well-known robots call theirs."""

import pytest

from midworld.providers.linknames import guessed_parts
from midworld.world import PartName

# Links, parents first, and those a joint moves.
PR2 = (
    "base_link torso_lift_link head_pan_link head_tilt_link head_plate_frame head_mount_kinect_rgb_optical_frame "
    "l_forearm_cam_frame l_wrist_roll_link l_gripper_palm_link l_gripper_led_frame l_gripper_tool_frame "
    "l_gripper_motor_screw_link l_gripper_l_finger_link r_wrist_roll_link r_gripper_palm_link r_gripper_tool_frame"
)
PANDA = "panda_link0 panda_link6 panda_link7 panda_link8 panda_hand panda_leftfinger panda_rightfinger panda_hand_tcp"
TIAGO = (
    "base_footprint torso_fixed_link torso_lift_link head_1_link head_2_link xtion_link arm_7_link "
    "gripper_link gripper_grasping_frame gripper_left_finger_link"
)
PEPPER = "base_link torso Neck Head CameraTop_frame LBicep l_wrist l_gripper LFinger11_link r_wrist r_gripper"
UR5 = "base_link base shoulder_link upper_arm_link forearm_link wrist_3_link flange tool0"
LOADER = "chassis mast hand_camera_link front_camera_optical_frame front_camera_link claw"


@pytest.mark.parametrize(
    ("links", "movable", "parts"),
    [
        (
            PR2,
            "torso_lift_link head_pan_link head_tilt_link l_wrist_roll_link r_wrist_roll_link",
            {
                "head": "head_tilt_link",
                "torso": "torso_lift_link",
                "left_hand": "l_gripper_tool_frame",
                "right_hand": "r_gripper_tool_frame",
            },
        ),
        (PANDA, "panda_link7", {"right_hand": "panda_hand_tcp"}),
        (
            TIAGO,
            "torso_lift_link head_1_link head_2_link arm_7_link",
            {"head": "head_2_link", "torso": "torso_lift_link", "right_hand": "gripper_grasping_frame"},
        ),
        (
            PEPPER,
            "Neck Head LBicep l_wrist r_wrist",
            {"head": "Head", "torso": "torso", "left_hand": "l_gripper", "right_hand": "r_gripper"},
        ),
        (UR5, "wrist_3_link", {"right_hand": "tool0"}),
        (LOADER, "mast claw", {"head": "front_camera_link"}),
    ],
    ids=["pr2", "panda", "tiago", "pepper", "ur5", "loader"],
)
def test_heads_and_hands_are_told_by_name(links: str, movable: str, parts: dict[PartName, str]) -> None:
    assert guessed_parts(links.split(), movable.split()) == parts
