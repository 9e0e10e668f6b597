import { beforeEach, expect, test } from "vitest";

import { OwnName, refusedNames } from "./ownname.svelte";
import type { Refused, Update } from "./protocol";
import type { Outgoing, RoomConnection } from "./room.svelte";
import { settings } from "./settings.svelte";

const sent: Outgoing[] = [];
const line = { update: null as Update | null, send: (message: Outgoing) => sent.push(message) };
const seated = (name: string): Update =>
  ({ seats: [0], room: { seats: [{ name }] } }) as unknown as Update;
const refuse = (text: string): Refused => ({ type: "refused", id: sent.length, code: "malformed", text, top: null, due: 0 });

let own: OwnName;
beforeEach(() => {
  line.update = { seats: [], room: { seats: [] } } as unknown as Update;
  own = new OwnName(line as unknown as RoomConnection);
  settings.name = "Ida";
});

test("whoever gets another name than the one they chose is told once", () => {
  own.sit("sit", 0);
  own.look(line.update, null);
  expect(own.changed).toBeNull();
  own.look(seated("Ida 2"), null);
  expect(own.changed).toEqual({ wanted: "Ida", name: "Ida 2" });
  own.changed = null;
  own.look(seated("Ida 2"), null);
  expect(own.changed).toBeNull();
});

test("a name that became what it should is no news, nor is one that others see without its spaces", () => {
  settings.name = "Ida  Mai ";
  own.sit("queue", null);
  own.look(seated("Ida Mai"), null);
  expect(own.changed).toBeNull();
});

test("a name the server does not take is remembered, anything else it refuses is not", () => {
  own.rename();
  own.look(line.update, refuse("not understood: rename.seat: Input should be an integer"));
  expect([...refusedNames]).toEqual([]);
  own.rename();
  own.look(line.update, refuse("not understood: rename.name: Value error, too many marks"));
  expect([...refusedNames]).toEqual(["Ida"]);
});
