"""Optuna, which is an extra: whether it is there, and how it is set up."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from optuna.samplers import BaseSampler

    from unolab.studies.tune.space import Space

MISSING: Final = "tuning needs Optuna: pip install 'unolab[tune]'"


def ready() -> None:
    """Import Optuna, and have it report nothing but trouble."""
    try:
        import cmaes  # noqa: F401 - Optuna itself would ask for it too late
        import optuna
    except ImportError as error:
        raise ValueError(MISSING) from error
    optuna.logging.set_verbosity(optuna.logging.ERROR)


def tpe(space: Space, seed: int) -> BaseSampler:
    """Propose settings like those that did well, and unlike those that did not."""
    from optuna.samplers import TPESampler

    return TPESampler(seed=seed)


def cmaes(space: Space, seed: int) -> BaseSampler:
    """Propose settings from a cloud that starts round the bot as it was given and moves uphill."""
    from optuna.exceptions import ExperimentalWarning
    from optuna.samplers import CmaEsSampler

    with warnings.catch_warnings():
        # Else it would forget the trials given up, three out of four, and start anywhere.
        warnings.filterwarnings("ignore", ".*consider_pruned_trials", ExperimentalWarning)
        warnings.filterwarnings("ignore", ".*x0", FutureWarning)
        return CmaEsSampler(
            x0=dict(space.start),
            consider_pruned_trials=True,
            seed=seed,
            warn_independent_sampling=False,
        )


SAMPLERS: Final = {"tpe": tpe, "cmaes": cmaes}
