"""Puzzles over HTTP: nothing that the solver is shown gives the answer or a hidden card away."""

import pytest

from tests.server.requests import offered, problem
from unolab.puzzles.puzzle import Puzzle
from unolab.puzzles.shipped import load_puzzles
from unolab.server.http.puzzles import find_puzzle, show_puzzle
from unolab.server.protocol.puzzles import PuzzleAnswer, PuzzleShown

pytestmark = pytest.mark.anyio

SECRETS = ("best", "right", "value", "values", "margin", "error", "reasons", "theme", "strength")


async def test_puzzles_are_listed_by_theme_and_strength() -> None:
    async with offered() as client:
        every = (await client.get("/api/puzzles")).json()["puzzles"]
        assert [one["id"] for one in every] == [puzzle.id for puzzle in load_puzzles()]
        assert [one["number"] for one in every] == [*range(1, len(every) + 1)]
        theme, strength = every[0]["theme"], every[0]["strength"]
        some = (await client.get(f"/api/puzzles?theme={theme}&strength={strength}")).json()
        assert some["puzzles"][0] == every[0]
        for one in some["puzzles"]:
            assert (one["theme"], one["strength"]) == (theme, strength)
        problem(await client.get("/api/puzzles?theme=chess"), 422, "malformed")
        problem(await client.get("/api/puzzles?strength=6"), 422, "malformed")


def test_solver_is_shown_what_its_view_holds_and_no_answer() -> None:
    assert not set(SECRETS) & set(PuzzleShown.model_fields)
    for puzzle in load_puzzles():
        shown = show_puzzle(puzzle.id)
        view = puzzle.see()
        assert shown.hand.seat == view.seat
        assert shown.hand.cards == [str(card) for card in view.hand]
        assert shown.table.hands is None
        assert shown.table.sizes == list(view.sizes)
        for event in shown.events:
            if event.seat != view.seat:
                assert event.cards is None, f"a hidden card: {puzzle.id}"
        offered_moves = [choice.move for choice in shown.hand.choices]
        assert str(puzzle.best) in offered_moves, puzzle.id
        assert puzzle.game not in shown.model_dump_json()


@pytest.mark.parametrize("puzzle", load_puzzles()[:3], ids=lambda puzzle: puzzle.id)
async def test_answers_are_judged(puzzle: Puzzle) -> None:
    async with offered() as client:
        path = f"/api/puzzles/{puzzle.id}"
        for one in puzzle.moves:
            found = await client.post(path, json={"move": str(one.move)})
            answer = PuzzleAnswer.model_validate_json(found.content)
            assert answer.right == (one.move == puzzle.best)
            assert answer.best == str(puzzle.best)
            assert [move.move for move in answer.moves] == [str(each.move) for each in puzzle.moves]
        given_up = (await client.post(path, json={"move": None})).json()
        assert given_up["right"] is False


async def test_what_is_no_answer_is_refused() -> None:
    puzzle = load_puzzles()[0]
    async with offered() as client:
        path = f"/api/puzzles/{puzzle.id}"
        problem(await client.post(path, json={"move": "nothing"}), 422, "malformed")
        problem(await client.post(path, json={"move": "Q9"}), 400, "wrong_answer")
        problem(await client.post(path, json={"move": ">9"}), 400, "wrong_answer")
        problem(await client.post(path, json={}), 422, "malformed")
        problem(await client.get("/api/puzzles/00000000"), 404, "no_puzzle")
        problem(await client.post("/api/puzzles/00000000", json={"move": "R5"}), 404, "no_puzzle")
        problem(await client.get("/api/puzzles/no"), 422, "malformed")


async def test_puzzle_of_the_day_is_one_of_them() -> None:
    async with offered() as client:
        daily = (await client.get("/api/daily")).json()
        assert find_puzzle(daily["puzzle"])[1].id == daily["puzzle"]
