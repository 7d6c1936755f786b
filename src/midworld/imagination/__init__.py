"""Trying it in the head before doing it: actions as data, rehearsed under doubt in a world that stays untouched.

    from midworld.adapters.mujoco_rollouts import MujocoRollouts
    from midworld.imagination import FAST, SLOW, Carry, rehearse

    path = ((0.0, 0.0), (2.0, 0.0))
    both = rehearse(world, [Carry("tray", path, FAST), Carry("tray", path, SLOW)],
                    rollouts=MujocoRollouts(), meshes=scene.meshes, runs=64, seed=1, policy="published")
    both.order                          # the alternatives, best first; empty if none succeeds
    both.outcomes[0].success            # Share(probability, low, high)
    both.outcomes[0].confidence         # the paper's Eq. 2
    both.outcomes[0].duration.median    # seconds
    both.outcomes[0].runs[3].world(world)    # the world that run ended in

`rehearse` takes any world, of any mind, and one action or several alternatives. An action is a frozen value with a
method `script(stage) -> Script`: yours works like those that are here. `workers=` says who does the runs (this process,
a pool, a cluster); the bits are the same.
"""

# What can be done, as data.
from .actions import HAND as HAND
from .actions import Action as Action
from .actions import Carry as Carry
from .actions import Place as Place
from .actions import Push as Push
from .actions import Tilt as Tilt
from .basedrive import FADE_S as FADE_S
from .basedrive import DriveBase as DriveBase

# Choosing.
from .choosing import POLICIES as POLICIES
from .choosing import Policy as Policy
from .choosing import chosen as chosen
from .choosing import ranked as ranked

# Events and confidence as published.
from .counting import confidence as confidence
from .counting import event as event
from .counting import likelihoods as likelihoods

# What is not known exactly.
from .doubt import CERTAIN as CERTAIN
from .doubt import Doubt as Doubt
from .doubt import Draw as Draw
from .doubt import doubt_of as doubt_of

# How it ended.
from .ending import TOPPLE_RAD as TOPPLE_RAD
from .ending import Ending as Ending
from .ending import Touching as Touching
from .ending import tilts as tilts
from .job import Job as Job
from .job import done as done
from .moreactions import Close as Close
from .moreactions import HandOver as HandOver
from .moreactions import MoveBase as MoveBase
from .moreactions import Open as Open
from .moreactions import Pick as Pick
from .moreactions import Pour as Pour
from .moreactions import Pull as Pull
from .moreactions import Reach as Reach
from .moreactions import Slide as Slide
from .motion import FAST as FAST
from .motion import SLOW as SLOW
from .motion import Chancy as Chancy
from .motion import Limits as Limits
from .motion import Motion as Motion
from .motion import motion_of as motion_of

# What engines must do.
from .oneatatime import EngineRollouts as EngineRollouts
from .outcome import Final as Final
from .outcome import Outcome as Outcome
from .outcome import Rehearsal as Rehearsal
from .outcome import Run as Run
from .outcome import Share as Share
from .outcome import Spread as Spread

# What is precarious.
from .precarious import MAY_FALL as MAY_FALL
from .precarious import Precarious as Precarious
from .precarious import may_fall as may_fall
from .precarious import precarious as precarious
from .reading import ACTIONS as ACTIONS
from .reading import actions_of as actions_of
from .reading import read_action as read_action

# Rehearsing.
from .rehearse import HERE as HERE
from .rehearse import Progress as Progress
from .rehearse import Stop as Stop
from .rehearse import Workers as Workers
from .rehearse import rehearse as rehearse
from .rollouts import Pacing as Pacing
from .rollouts import Rollouts as Rollouts
from .rollouts import Setup as Setup
from .rollouts import Trace as Trace
from .rollouts import at_rest as at_rest

# What actions of your own are made of.
from .script import Drive as Drive
from .script import Goal as Goal
from .script import Hand as Hand
from .script import Script as Script
from .searching import Evidence as Evidence
from .searching import Found as Found
from .searching import fastest as fastest
from .sentence import said as said
from .settingdown import set_down as set_down
from .stage import Stage as Stage
from .stage import staged as staged

# Telling.
from .telling import document as document
from .telling import told as told
from .watching import FallWatch as FallWatch
