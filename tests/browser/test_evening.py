"""A whole match: a host, a friend, and somebody who watches and plays later."""

import re

from playwright.sync_api import expect

from unolab.server.protocol import Dismissed

from ..live import LiveServer
from .conftest import Come, Friends

RULES = "official+hand_size=2+target=20"
ON = re.compile("^(Next round|Rematch|Play again)")


def test_match_with_a_latecomer_an_idler_and_a_removal(
    server: LiveServer, come: Come, befriend: Friends
) -> None:
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}, {"who": "bot", "bot": "easy"}]
    made = server.post("/api/rooms", {"rules": RULES, "seats": seats, "pace": "instant"})
    host, late = come("desktop"), come("phone")
    ben = befriend(made["code"]).sit(1, "Ben")
    host.come_back(made["code"], made["token"])
    expect(host.page.get_by_role("radio", name="60 s", exact=True)).to_be_checked()
    with befriend(made["code"], made["token"]) as ada:
        ada.send(type="configure", timer=0)  # a busy machine is slower than it lets anybody be
        ada.until(lambda update: update.room.options.timer == 0)
    host.press(host.button("Start the game"))
    expect(host.hand).to_be_visible()

    # somebody comes during the round and queues, under a name that is taken
    late.open(f"/r/{made['code']}")
    late.press(late.button("Ask for a seat"))
    late.dialog("You").get_by_role("textbox").fill("Ada")
    late.press(late.dialog("You").get_by_role("button", name="Ask for a seat"))
    expect(late.page.get_by_text("Number 1 in the queue")).to_be_visible()

    # the host lets them in, and removes the friend, for whom a bot plays on
    host.press(host.button("One person asks for a seat"))
    people = host.dialog("Players")
    host.press(people.get_by_role("button", name="Let Ada 2 in"))
    host.press(people.get_by_role("button", name="Remove"))
    host.press(people.get_by_role("button", name="Really remove?"))
    while not isinstance(message := ben.read(), Dismissed):
        pass
    assert message.code == "removed"
    expect(people.get_by_text("Friend")).to_have_count(0)
    host.press(people.get_by_role("button", name="Close"))
    expect(late.page.get_by_text("You play from the next round")).to_be_visible()
    host.round()

    # the latecomer has a bot's seat, and a match goes on until somebody has won it
    host.press(host.end.get_by_role("button", name=ON))
    late.page.wait_for_function("() => heard.update.seats.length > 0")
    expect(late.hand).to_be_visible()
    assert [seat.name for seat in host.update.room.seats] == ["Ada", "Ada 2", "Bolt"]
    assert [seat.kind for seat in host.update.room.seats] == ["person", "person", "bot"]

    # time runs out for those who do nothing, and bots play for them to the end of a match
    # (a match can be won before somebody has been too slow twice in one round: then another)
    with befriend(made["code"], made["token"]) as ada:
        ada.send(type="configure", timer=1)
        while not (ada.update.room.stage == "over" and ada.update.room.seats[1].away):
            if ada.update.room.stage == "over":
                late.press(late.end.get_by_role("button", name=ON))
            if ada.update.room.stage != "playing":
                ada.send(type="deal")
                ada.until(lambda update: update.room.stage == "playing")
            ada.until(lambda update: update.room.stage != "playing")
        ada.send(type="configure", timer=0)
        ada.until(lambda update: update.room.options.timer == 0)
    for one in (host, late):
        expect(one.end).to_be_visible()
    late.press(late.end.get_by_role("button", name=ON))
    host.press(host.end.get_by_role("button", name=ON))
    expect(late.hand).to_be_visible()  # who wants a rematch is back
    expect(late.page.get_by_text("A bot is playing for you")).to_have_count(0)
    assert not any(seat.away for seat in late.update.room.seats)
