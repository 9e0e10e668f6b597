"""Chances that are as large as they say: what stays when they are made sharper."""

from __future__ import annotations

import numpy as np
import pytest

from unolab.bots.search.calibration import sharpen


@pytest.mark.parametrize("whole", [1.0, 2.0])
def test_shares_and_results_stay_and_whoever_is_ahead_is_further_ahead(whole: float) -> None:
    share = np.full(4, whole / 4)
    won = np.array([1.0, 0, whole - 1, 0])
    ahead = share + np.array([0.1, -0.05, -0.03, -0.02])
    found = sharpen(np.array([share, won, ahead]), whole, 1.5)
    np.testing.assert_allclose(found[:2], [share, won], atol=1e-12)
    np.testing.assert_allclose(found.sum(1), whole)
    assert found[2, 0] > ahead[0]
    assert np.argsort(found[2]).tolist() == np.argsort(ahead).tolist()
    np.testing.assert_allclose(sharpen(ahead, whole, 1.0), ahead)
