"""Deals to which browsers add secrets of their own, and what they say about them afterwards."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from unolab.fairness import Proof
from unolab.server.protocol import Update

from ..live import LiveServer
from .conftest import Come, Friends
from .guest import Guest

QUICK = "official+hand_size=2+turn_limit=20"
QUICKER = "official+hand_size=2+turn_limit=6"  # for two browsers, which take turns slowly


def verdict_of(guest: Guest, id: str) -> Locator:
    """Open a replay and what the page says about its cards."""
    guest.open(f"/replay/{id}")
    guest.press(guest.button("Check and share"))
    return guest.page.locator("[data-verdict]")


def proof_saved(guest: Guest) -> Proof:
    """Save the proof of the replay that is open."""
    with guest.page.expect_download() as download:
        guest.press(guest.button("Save proof"))
    return Proof.parse(Path(download.value.path()).read_text("utf-8"))


def failures(proof: Proof) -> list[str]:
    """List what Python finds wrong in a proof."""
    return [check.text for check in proof.check() if not check.passed]


def notes_of(page: Page, code: str) -> dict[str, Any]:
    """Read what the browser wrote down of the rounds of a room."""
    text = page.evaluate("key => localStorage.getItem(key)", f"unolab.room.{code}")
    return dict(json.loads(text)["notes"])


def test_lone_player_has_a_part_in_the_deal(come: Come) -> None:
    guest = come("phone")
    guest.open(f"/?opponents=1&bot=easy&rules={QUICK.replace('+', '%2B')}")
    guest.press(guest.button("Settings"))
    guest.choose("Bot speed", "Instant")
    guest.press(guest.dialog("Settings").get_by_role("button", name="Close"))
    guest.page.evaluate(
        """() => new MutationObserver(() => {
          if (document.body.innerText.includes("Start the game")) window.flashed = true;
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    guest.press(guest.button(re.compile("^Play now")))
    expect(guest.hand).to_be_visible()
    assert not guest.page.evaluate("window.flashed === true")  # the lobby
    guest.page.reload()  # notes outlive it
    expect(guest.hand).to_be_visible()
    code = guest.update.room.code
    guest.press(guest.button("Menu"))
    expect(guest.dialog("Menu")).to_contain_text(f"Server {first_commitment(guest.update)[:16]}…")
    guest.page.keyboard.press("Escape")
    guest.round()
    line = guest.end.locator("[data-fair]")
    expect(line).to_have_attribute("data-fair", "good")
    expect(line).to_contain_text("Checked on this device")

    verdict = verdict_of(guest, f"{code}-1")
    expect(verdict).to_have_attribute("data-verdict", "good")
    expect(verdict).to_contain_text("Checked on this device")
    expect(verdict).to_contain_text(re.compile(r"All \d+ cards follow from the secrets"))
    expect(verdict).to_contain_text("one of them is this device")
    expect(verdict).to_contain_text("are the ones this device noted during the round")
    proof = proof_saved(guest)
    assert proof.notes.secret in proof.used
    assert proof.notes.hand is not None
    assert proof.notes.draws is not None
    assert failures(proof) == []


def first_commitment(update: Update) -> str:
    """Return the server's commitment for the round being played."""
    assert update.room.fair.commitment is not None
    return update.room.fair.commitment


def play_out(*guests: Guest) -> None:
    """Let two browsers play a round to its end."""
    while guests[0].update.room.stage == "playing":
        table = guests[0].update.table
        assert table is not None
        for guest in guests:
            before = guest.number
            if table.turn in guest.update.seats and guest.turn():
                for other in guests:
                    other.until_after(before)


def test_two_browsers_add_a_secret_each(come: Come, server: LiveServer) -> None:
    host, friend, stranger = come("desktop"), come("phone"), come("desktop")
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}]
    made = server.post("/api/rooms", {"rules": QUICKER, "seats": seats})
    code = made["code"]
    host.open()
    kept = [f"unolab.room.{code}", json.dumps({"token": made["token"]})]
    host.page.evaluate("([key, text]) => localStorage.setItem(key, text)", kept)
    host.open(f"/r/{code}")
    friend.sit(code, "Ben")
    host.press(host.button("Start the game"))
    for one in (host, friend):
        expect(one.hand).to_be_visible()
    names = " and ".join(seat.name for seat in host.update.room.seats)
    shares = host.update.room.fair.shares
    assert [share.seat for share in shares] == [0, 1]
    assert all(share.secret for share in shares)
    play_out(host, friend)

    for one in (host, friend):
        verdict = verdict_of(one, f"{code}-1")
        expect(verdict).to_have_attribute("data-verdict", "good")
        expect(verdict).to_contain_text(f"secrets of the server and of {names}.")
        assert failures(proof_saved(one)) == []

    verdict = verdict_of(stranger, f"{code}-1")
    expect(verdict).to_have_attribute("data-verdict", "plain")
    expect(verdict).to_contain_text("This device did not see the secrets being fixed")
    assert failures(proof_saved(stranger)) == []

    # what the browser wrote down counts, not what the server says now
    key = f"unolab.room.{code}"
    kept = json.loads(friend.page.evaluate("key => localStorage.getItem(key)", key))
    kept["notes"]["1"]["commitment"] = "0" * 64
    kept["notes"]["1"]["hand"][0] = "*F" if kept["notes"]["1"]["hand"][0] != "*F" else "*W"
    friend.page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(kept)]
    )
    verdict = verdict_of(friend, f"{code}-1")
    expect(verdict).to_have_attribute("data-verdict", "bad")
    expect(verdict).to_contain_text("This does not match")
    expect(verdict).to_contain_text("The fingerprints are not the ones this device was shown")
    expect(verdict).to_contain_text("not the ones this device saw during the round")
    expect(verdict).not_to_contain_text("Checked")
    assert len(failures(proof_saved(friend))) == 2


def test_player_whose_program_adds_nothing_is_not_counted(
    come: Come, befriend: Friends, server: LiveServer
) -> None:
    seats = [{"who": "open"}, {"who": "me", "name": "Ben"}]
    room = server.post("/api/rooms", {"rules": QUICK, "seats": seats})
    friend = befriend(room["code"], room["token"])
    guest = come()
    guest.sit(room["code"], "Ada")
    friend.send(type="deal")
    expect(guest.hand).to_be_visible()
    assert [share.seat for share in guest.update.room.fair.shares] == [0]
    note = notes_of(guest.page, room["code"])["1"]
    assert note["fixed"][0]["secret"] == guest.update.room.fair.shares[0].secret
    # the card turned up may have made the first player draw
    seen = [*note["hand"], *(card for cards in note["draws"] for card in cards)]
    assert sorted(seen) == sorted(guest.update.hand.cards if guest.update.hand else [])
