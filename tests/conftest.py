"""What holds for every test."""

from hypothesis import HealthCheck, settings

# No test is timed: on a busy machine the same law holds, only later.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
