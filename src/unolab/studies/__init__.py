"""Studies made of simulations: the published evaluation, the rule lab, tuning and the bench."""
