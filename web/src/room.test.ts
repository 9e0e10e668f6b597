import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { OwnSecret } from "./fair/secret";
import { last, Socket } from "./fakesocket";
import { VERSION } from "./protocol";
import { RoomConnection, waitFor } from "./room.svelte";
import { sha256 } from "./sha256";
import { event, fair, room, update } from "./table/fixture";

let connection: RoomConnection;

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  vi.stubGlobal("WebSocket", Socket);
  connection = new RoomConnection("K7QX", { token: "old", url: "ws://here" });
});

afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("it says hello with its token, and numbers grow", () => {
  last().welcome();
  connection.send({ type: "deal" });
  const [hello, ...rest] = last().sent;
  expect(hello).toMatchObject({ type: "hello", room: "K7QX", token: "old", since: 0, version: VERSION });
  const ids = last().sent.map((message) => message.id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(rest.map((message) => message.type)).toEqual(["ping", "deal"]);
  expect(connection.status).toBe("open");
});

test("it commits to a secret in hello, answers updates, and keeps quiet about what is refused", () => {
  connection.close();
  localStorage.clear();
  const own = new OwnSecret("K7QX");
  const { commitment } = own;
  connection = new RoomConnection("K7QX", { url: "ws://here", own });
  last().welcome();
  expect(last().sent[0]).toMatchObject({ type: "hello", commitment });
  const drawing = fair({ next_shares: [{ seat: 0, commitment, secret: null }], drawing: true });
  last().say(update(7, [], { room: room({ rounds: 1, fair: drawing }) }));
  const reveal = last().sent.at(-1);
  expect(reveal).toMatchObject({ type: "reveal", rounds: 1 });
  last().say({ type: "refused", id: reveal?.id, code: "stale", text: "", top: null, due: 0 });
  expect(connection.refused).toBeNull();
  last().say(update(8, [], { room: room({ rounds: 2 }) }));
  expect(last().sent.at(-1)).toMatchObject({ type: "commit", rounds: 2 });
});

test("a page that is loaded again while secrets are drawn reveals the one that it had", () => {
  localStorage.clear();
  const drawing = (commitment: string): object => {
    const next_shares = [{ seat: 0, commitment, secret: null }];
    const shown = fair({ next_shares, drawing: true });
    return update(1, [], { room: room({ stage: "lobby", round: 0, rounds: 0, fair: shown }) });
  };
  const load = (): string => {
    connection.close();
    connection = new RoomConnection("K7QX", { url: "ws://here", own: new OwnSecret("K7QX") });
    last().welcome();
    return last().sent[0]?.commitment ?? "";
  };
  const revealed = (): string => {
    expect(last().sent.at(-1)?.type).toBe("reveal");
    return sha256(last().sent.at(-1)?.secret ?? "");
  };
  const commitment = load();
  expect(load()).toBe(commitment); // before anything was revealed
  last().say(drawing(commitment));
  expect(revealed()).toBe(commitment);
  load(); // and after, when it may not have arrived
  last().say(drawing(commitment));
  expect(revealed()).toBe(commitment);
});

test("a lost line is found again, with the new token and from where it broke off", () => {
  last().welcome("new");
  last().say(update(7, [event("kept", 1)]));
  last().drop();
  expect(connection.status).toBe("lost");
  vi.advanceTimersByTime(10_000);
  expect(Socket.all).toHaveLength(2);
  last().welcome("new");
  expect(last().sent[0]).toMatchObject({ type: "hello", token: "new", since: 7 });
  expect(connection.status).toBe("open");
});

test("that the server is back is told, and not that it is there", () => {
  let times = 0;
  const other = new RoomConnection("K7QX", { url: "ws://x", returned: () => (times += 1) });
  last().welcome();
  expect(times).toBe(0);
  last().drop();
  vi.advanceTimersByTime(10_000);
  last().welcome();
  expect(times).toBe(1);
  other.close();
});

test("an older update is not shown, a step that was told is not told again", () => {
  last().welcome();
  last().say(update(7, [event("kept", 1)]));
  last().say(update(6, [event("kept", 2)]));
  expect(connection.update?.number).toBe(7);
  last().say({ ...update(7, [event("kept", 1)]), host: false });
  expect(connection.update?.host).toBe(false);
  expect(connection.update?.steps).toEqual([]);
});

test("after hello whatever the server says holds", () => {
  last().welcome();
  last().say(update(7, []));
  last().drop();
  vi.advanceTimersByTime(10_000);
  last().welcome();
  last().say(update(3, [event("kept", 1)]));
  expect(connection.update?.number).toBe(3);
  expect(connection.update?.steps).toHaveLength(1);
});

test("a move names the update it answers; without a line it is refused here", () => {
  last().welcome();
  last().say(update(9, []));
  last().say(update(10, []));
  connection.move("R7", 9); // what its player saw
  expect(last().sent.at(-1)).toMatchObject({ type: "move", move: "R7", at: 9 });
  last().drop();
  connection.move("R7", 9);
  expect(connection.refused?.code).toBe("offline");
});

test("what was said while the line was down is sent when it is back, moves are not", () => {
  connection.send({ type: "deal" });
  connection.move("R7", 9);
  last().welcome();
  expect(last().sent.map((message) => message.type)).toEqual(["hello", "deal", "ping"]);
});

test("a room that is not there is gone for good", () => {
  last().open();
  last().say({ type: "refused", id: 1, code: "no_room", text: "", top: null, due: 0 });
  expect(connection.status).toBe("gone");
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});

test("a page that is too old says so, and does not try again", () => {
  last().open();
  last().say({ type: "refused", id: 1, code: "version", text: "", top: null, due: 0 });
  last().drop();
  expect(connection.outdated).toBe(true);
  expect(connection.status).toBe("lost"); // not gone: its seat is still there
  vi.advanceTimersByTime(60_000);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(Socket.all).toHaveLength(1);
});

test("a server that does not answer is taken for lost; one that does is timed", () => {
  last().welcome();
  const ping = last().sent.find((message) => message.type === "ping");
  vi.advanceTimersByTime(30);
  last().say({ type: "pong", id: ping?.id });
  expect(connection.latency).toBe(30);
  vi.advanceTimersByTime(8_000); // the next ping
  vi.advanceTimersByTime(4_500);
  expect(connection.status).not.toBe("open");
});

test("waits grow, up to some seconds, and never are the same for all", () => {
  expect(waitFor(0, 1)).toBe(300);
  expect(waitFor(3, 1)).toBe(2400);
  expect(waitFor(20, 1)).toBe(8000);
  expect(waitFor(20, 0)).toBe(4000);
});

test("a phone that wakes up tries at once", () => {
  last().welcome();
  last().drop();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(Socket.all).toHaveLength(2);
});

test("what is said has running numbers, although only the last of it is kept", () => {
  last().welcome();
  last().say(update(3, []));
  for (let n = 1; n <= 250; n += 1) last().say({ type: "said", seat: 1, name: "Ben", text: `${n}` });
  expect(connection.said).toHaveLength(200);
  expect(connection.said.at(-1)).toMatchObject({ number: 250, text: "250", device: "ben" });
});

test("reactions are passed on as they come, and never sent too late", () => {
  const heard: object[] = [];
  connection.close();
  connection = new RoomConnection("K7QX", { url: "ws://here", heard: (message) => heard.push(message) });
  connection.send({ type: "react", mood: "ha" }); // while there is no line
  last().welcome();
  last().say({ type: "reacted", seat: 1, mood: "wow" });
  last().say({ type: "said", seat: 1, name: "Ben", text: "hi" });
  expect(heard).toMatchObject([{ mood: "wow" }, { text: "hi" }]);
  expect(last().sent.map((message) => message.type)).not.toContain("react");
});
