"""The application over HTTP: what it answers, and what it says when it can't."""

import json
from typing import Any, cast

import pytest

from tests.server.clients import Memory
from tests.server.requests import GAME, SEATS, guarded, offered, problem
from tests.server.site import site
from unolab import Game
from unolab.fairness import combine, commit_to
from unolab.rules import OPTIONS
from unolab.server.http import catalogue
from unolab.server.protocol import rest
from unolab.server.protocol.rest import Problem
from unolab.server.room.entries import Dealt, Moved

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_room_is_made_and_shown() -> None:
    async with offered() as client:
        answer = await client.post("/api/rooms", json={"seats": [*SEATS, {}], "rules": "party"})
        assert answer.status_code == 201
        made = rest.RoomMade.model_validate_json(answer.content)
        assert made.seats == [0]
        assert len(made.token) >= 32
        found = await client.get(f"/api/rooms/{made.code.lower()}")
        room = rest.RoomShown.model_validate_json(found.content)
        assert (room.code, room.stage, room.rules, room.replays) == (
            made.code,
            "lobby",
            "party",
            [],
        )
        assert [seat.kind for seat in room.seats] == ["person", "bot", "open"]
        assert made.token not in found.text


@pytest.mark.parametrize(
    ("wanted", "code", "words"),
    [
        ({"seats": SEATS, "rules": "nonsense"}, "wrong_rules", "unknown preset"),
        ({"seats": SEATS, "rules": "official+partners=true"}, "wrong_rules", "4 players"),
        ({"seats": [{"who": "bot", "bot": "evil.py:bot"}] * 2}, "unknown_bot", "known are"),
        ({"seats": [{"who": "bot", "bot": "mixbot2(slack=x)"}] * 2}, "unknown_bot", "slack"),
        ({"seats": [*SEATS, {}], "start": True}, "open_seats", "empty"),
        ({"seats": SEATS, "deal": "official/3/42"}, "deal_seats", "3 players"),
        ({"seats": SEATS, "deal": "official/2/42@0"}, "wrong_deal", "is not a deal of a match"),
        ({"seats": SEATS, "deal": "official/2/x"}, "wrong_deal", "is no deal"),
    ],
)
async def test_room_that_cannot_be(wanted: dict[str, Any], code: str, words: str) -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        assert words in problem(await client.post("/api/rooms", json=wanted), 400, code)
        assert not memory.rooms


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"seats": []}',
        b'{"seats": [{}]}',
        b'{"seats": [{}, {}], "more": 1}',
        b'{"seats": [{}, {}], "\\ud800": 1}',
        b'{"seats": [{}, {"name": "\\ud800"}]}',
        b'{"seats": [{}, {"name": "a\\u0000"}]}',
        b'{"seats": [{}, {}], "timer": ' + b"9" * 5000 + b"}",
        b'{"seats": [{}, {}], "timer": NaN}',
        b"[" * 10_000,
    ],
)
async def test_body_that_cannot_be_read(body: bytes) -> None:
    async with offered() as client:
        kind = {"content-type": "application/json"}
        answer = await client.post("/api/rooms", content=body, headers=kind)
        assert answer.status_code in (400, 422), answer.text
        assert Problem.model_validate_json(answer.content).text
        assert guarded(answer)


async def test_rules_are_explained() -> None:
    async with offered() as client:
        asked = {"rules": "official", "changes": {"stacking": "any"}}
        answer = (await client.post("/api/rules", json=asked)).json()
        assert answer["rules"] is None
        assert set(answer["clash"]) == {"stacking", "wd4"}
        asked["changes"] = {"stacking": "any", "wd4": "strict"}
        answer = (await client.post("/api/rules", json=asked)).json()
        assert (answer["problem"], answer["clash"]) == (None, [])
        assert answer["rules"] == "stacking+stacking=any"
        odd: list[dict[str, Any]] = [{"x": 1}, {"stacking": 7}, {"target": -1}]
        for changes in odd:
            answer = (await client.post("/api/rules", json={"changes": changes})).json()
            assert answer["problem"]


async def test_catalogue() -> None:
    async with offered() as client:
        listed = rest.Catalogue.model_validate_json((await client.get("/api/catalogue")).content)
        assert {"official", "party"} <= {preset.name for preset in listed.presets}
        assert len(listed.options) == len(OPTIONS)


async def test_code_as_a_picture() -> None:
    async with offered() as client:
        code = (await client.post("/api/rooms", json={"seats": SEATS})).json()["code"]
        answer = await client.get(f"/api/rooms/{code}/qr.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        assert "<script" not in answer.text
        assert guarded(answer)


async def test_game_from_text_is_shown_frame_by_frame() -> None:
    game = Game.parse(GAME)
    while not game.over:
        game = game.play(game.state.legal[0])
    async with offered() as client:
        answer = await client.post("/api/replays", json={"text": f"# a game\n{game}\n"})
        replay = rest.Replay.model_validate_json(answer.content)
        assert (replay.id, replay.text, replay.known) == (None, str(game), True)
        assert (replay.seed, replay.commitment, replay.secret, replay.shares) == (
            "7",
            None,
            None,
            [],
        )
        assert len(replay.frames) == len(game.moves) + 1
        assert replay.frames[-1].table.winner == game.winner
        problem(await client.post("/api/replays", json={"text": ""}), 422, "malformed")
        for text in ("nonsense", f"{GAME}: R7 + +"):
            problem(await client.post("/api/replays", json={"text": text}), 400, "wrong_game")


def test_round_that_is_over_can_be_replayed() -> None:
    with site() as client:
        bots = [{"who": "bot", "bot": "hard"}, {"who": "bot", "bot": "easy"}]
        wanted = {"seats": bots, "pace": "instant", "rules": "unoai", "start": True}
        made = client.post("/api/rooms", json=wanted).json()
        assert made["seats"] == []
        with client.talk() as talk:
            talk.say(id=1, type="hello", version=2, room=made["code"], token=made["token"])
            promised = None
            problem(client.get(f"/api/replays/{made['code']}-1"), 404, "no_replay")
            while True:
                message = talk.hear()
                if message["type"] != "update":
                    continue
                promised = promised or message["room"]["fair"]["commitment"]
                if message["room"]["stage"] == "over":
                    break
            fair = message["room"]["fair"]
        replay = client.get(f"/api/replays/{made['code'].lower()}-1").json()
        assert replay["id"] == f"{made['code']}-1"
        assert (replay["seed"], replay["secret"]) == (fair["seed"], fair["secret"])
        assert replay["commitment"] == promised == made["commitment"] == commit_to(fair["secret"])
        assert replay["seed"] == f"x{combine(fair['secret'], []):064x}"
        assert not replay["known"]
        text = client.get(f"/api/replays/{made['code']}-1/text")
        assert text.headers["content-type"] == "text/plain; charset=utf-8"
        assert "attachment" in text.headers["content-disposition"]
        assert Game.parse(text.text).over
        assert text.text.endswith("# Bolt, Cog\n")
        shown = client.get(f"/api/rooms/{made['code']}").json()
        assert shown["replays"] == [replay["id"]]
        (told,) = shown["rounds"]
        game = Game.parse(text.text)
        assert (told["id"], told["rules"], told["names"]) == (
            *(replay["id"], str(game.rules)),
            ["Bolt", "Cog"],
        )
        assert (told["winner"], told["points"], told["turns"]) == (
            *(game.winner, None),  # one round: no points are counted
            game.state.turns,
        )
        problem(client.get(f"/api/replays/{made['code']}-2"), 404, "no_replay")
        problem(client.get(f"/api/replays/{made['code']}-0"), 404, "no_replay")


async def test_openapi_names_every_way_in() -> None:
    async with offered() as client:
        schema = (await client.get("/api/openapi.json")).json()
        assert schema["openapi"].startswith("3.")
        assert set(schema["paths"]) == {
            "/api/network",
            "/api/reservations",
            "/api/rooms",
            "/api/rooms/{code}",
            "/api/rooms/{code}/qr.svg",
            "/api/replays",
            "/api/replays/{id}",
            "/api/replays/{id}/text",
            "/api/replays/{id}/proof",
            "/api/replays/{id}/review",
            "/api/review",
            "/api/health",
            "/api/health/live",
            "/api/catalogue",
            "/api/daily",
            "/api/daily/{day}/expert",
            "/api/puzzles",
            "/api/puzzles/{id}",
            "/api/rules",
            "/api/simulation",
        }
        text = json.dumps(schema)
        for name in text.split('"#/components/schemas/')[1:]:
            assert name.partition('"')[0] in schema["components"]["schemas"]


async def test_addresses_that_are_not_there() -> None:
    async with offered() as client:
        problem(await client.get("/api/rooms/NOWHERE"), 404, "no_room")
        problem(await client.get("/api/rooms/no_code"), 422, "malformed")
        problem(await client.get("/api/replays/NOWHERE-1"), 404, "no_replay")
        problem(await client.get("/api/replays/NOWHERE"), 422, "malformed")
        problem(await client.get("/api/nothing"), 404, "not_found")
        problem(await client.get("/no/such/file"), 404, "not_found")
        problem(await client.delete("/api/rooms"), 405, "wrong_method")


async def test_every_answer_has_the_headers() -> None:
    async with offered() as client:
        for path in ("/", "/r/ABCDE", "/replay", "/learn", "/api/health", "/api/catalogue"):
            answer = await client.get(path)
            assert guarded(answer), path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy
        assert "http" not in policy


async def test_bug_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("secret details")

    monkeypatch.setattr(catalogue, "catalogue", broken)
    async with offered() as client:
        answer = await client.get("/api/catalogue")
        assert "secret" not in problem(answer, 500, "bug")


async def test_database_that_is_gone_is_said() -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        memory.fails = True
        problem(await client.get("/api/rooms/ABCDE"), 503, "unreadable")


async def test_log_that_cannot_be_read_gives_nothing_away() -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        wanted = {"seats": [{"who": "bot", "bot": "easy"}] * 2, "deal": "duel/2/424242"}
        made = (await client.post("/api/rooms", json=wanted)).json()["code"]
        code = "SPENT"
        moved = Moved(seat=0, move="?", by="person").model_dump_json()
        memory.rooms[code] = [*memory.rooms[made], Dealt(seed="1").model_dump_json(), moved]
        for path in (f"rooms/{code}", f"replays/{code}-1", f"replays/{code}-1/text"):
            answer = await client.get(f"/api/{path}")
            text = problem(answer, 500, "spoilt")
            assert text == f"room {code} exists, but this server can't read it"
            assert set(answer.json()) == {"code", "text"}
        assert (await client.get(f"/api/rooms/{made}")).status_code == 200


async def test_look_from_outside_changes_nothing_in_memory() -> None:
    memory = Memory()
    async with offered(memory=memory) as client:
        made = (await client.post("/api/rooms", json={"seats": SEATS})).json()["code"]
        kept = "ABCDEFGH"
        memory.rooms[kept] = memory.rooms[made]
        rooms = cast(Any, client)._transport.app.state.rooms
        before = list(rooms._rooms)
        for path in (f"rooms/{kept}", f"rooms/{kept}/qr.svg", "rooms/ABCD-efgh"):
            assert (await client.get(f"/api/{path}")).status_code == 200
        problem(await client.get(f"/api/replays/{kept}-1"), 404, "no_replay")
        assert list(rooms._rooms) == before == [made]


def test_names_and_talk_stay_data() -> None:
    name = "<img src=x>&\"'"
    with site() as client:
        seats = [{"who": "me", "name": name}, {"who": "open"}]
        made = client.post("/api/rooms", json={"seats": seats}).json()
        shown = client.get(f"/api/rooms/{made['code']}")
        assert shown.headers["content-type"] == "application/json"
        assert shown.json()["seats"][0]["name"] == name
        with client.talk() as talk:
            talk.say(id=1, type="hello", version=2, room=made["code"], token=made["token"])
            talk.hear()
            talk.hear()
            talk.say(id=2, type="say", text="<script>alert(1)</script>")
            said = talk.hear()
            assert (said["name"], said["text"]) == (name, "<script>alert(1)</script>")
