"""What MuJoCo keeps of who sleeps: its state vector lacks it, and without it nothing goes on in the same bits."""

SLEEP_TABLES = ("tree_asleep", "tree_awake", "body_awake", "body_awake_ind", "parent_awake_ind", "dof_awake_ind")
SLEEP_COUNTS = ("ntree_awake", "nbody_awake", "nparent_awake", "nv_awake")
