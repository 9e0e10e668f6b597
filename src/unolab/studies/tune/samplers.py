"""Optuna, which is an extra: whether it is there, and how it is set up."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from optuna.samplers import BaseSampler

    from unolab.studies.tune.space import Point, Space

MISSING: Final = "tuning needs Optuna: pip install 'unolab[tune]'"


def ready() -> None:
    """Import Optuna, and have it report nothing but trouble."""
    try:
        import cmaes  # noqa: F401 - Optuna itself would ask for it too late
        import optuna
    except ImportError as error:
        raise ValueError(MISSING) from error
    optuna.logging.set_verbosity(optuna.logging.ERROR)


def tpe(space: Space, seed: int, shared: bool = False) -> BaseSampler:
    """Propose settings like those that did well, and unlike those that did not.

    If the search is shared, what others are trying counts as bad, so that not all try the same.
    """
    from optuna.exceptions import ExperimentalWarning
    from optuna.samplers import TPESampler

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*constant_liar", ExperimentalWarning)
        return TPESampler(seed=seed, constant_liar=shared)


def cmaes(space: Space, seed: int, shared: bool = False) -> BaseSampler:
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


def at_point(point: Point) -> BaseSampler:
    """Propose nothing but one point."""
    from optuna.samplers import BaseSampler

    class AtPoint(BaseSampler):
        def infer_relative_search_space(self, study: Any, trial: Any) -> dict[str, Any]:
            return {}

        def sample_relative(self, study: Any, trial: Any, search_space: Any) -> dict[str, Any]:
            return {}

        def sample_independent(
            self, study: Any, trial: Any, param_name: str, param_distribution: Any
        ) -> Any:
            return point[param_name]

    return AtPoint()


SAMPLERS: Final = {"tpe": tpe, "cmaes": cmaes}
