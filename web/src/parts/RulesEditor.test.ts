import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Catalogue, RulesAnswer, RulesAsked } from "../protocol";
import RulesEditor from "./RulesEditor.svelte";

const options = [
  { name: "stacking", values: ["none", "same"] },
  { name: "wd4", values: ["challenge", "strict"] },
  { name: "eights", values: ["plain", "crazy"] }, // newer than the page
].map((one) => ({ ...one, about: one.name, numbers: false, meanings: {} }));
const official = { stacking: "none", wd4: "challenge", eights: "plain" };
const offered: Catalogue = {
  version: 1,
  presets: ["official", "kata", "duel"].map((name) => ({ name, about: "", values: official })),
  options,
  bots: [],
  strengths: { easy: "random", medium: "mixbot", hard: "mixbot2", expert: "expert" },
};

/** A server with one rule about rules. */
function judge(asked: RulesAsked): RulesAnswer {
  const values = { ...official, ...asked.changes };
  const clash = values.stacking === "same" && values.wd4 === "challenge";
  return {
    rules: clash ? null : `official+${values.stacking}+${values.wd4}`,
    said: [],
    values,
    problem: clash ? "they do not go together" : null,
    clash: clash ? ["stacking", "wd4"] : [],
  };
}

let asked: RulesAsked[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (path === "/api/catalogue") return Promise.resolve(new Response(JSON.stringify(offered)));
    const question = JSON.parse(String(init?.body)) as RulesAsked;
    asked.push(question);
    const body = judge(question);
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("a clash is explained where it is, and mended without giving up the wish", async () => {
  const chosen: (string | null)[] = [];
  render(RulesEditor, { rules: "official", players: 4, onchange: (rules) => void chosen.push(rules) });
  const stacking = await screen.findByLabelText("Answering a draw card with another");
  await fireEvent.change(stacking, { target: { value: "same" } });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("stacking and challenges don’t go together");
  expect(chosen.at(-1)).toBeNull();
  const [first] = await screen.findAllByRole("button", { name: /Only when honest|Never/ });
  expect(first?.textContent).toContain("Only when honest"); // the other way would take the wish back
  await fireEvent.click(first!);
  await vi.waitFor(() => expect(chosen.at(-1)).toBe("official+same+strict"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an option that the page does not know can be set all the same", async () => {
  const chosen: (string | null)[] = [];
  render(RulesEditor, { rules: "official", players: 4, onchange: (rules) => void chosen.push(rules) });
  const eights = await screen.findByLabelText("eights");
  expect(screen.getByRole("heading", { name: "Other" })).toBeTruthy();
  await fireEvent.change(eights, { target: { value: "crazy" } });
  await vi.waitFor(() => expect((eights as HTMLSelectElement).value).toBe("crazy"));
  expect(asked.at(-1)?.changes).toEqual({ eights: "crazy" });
});

test("what is for programmers stands by itself", async () => {
  render(RulesEditor, { rules: "official", players: 4, onchange: () => {} });
  const group = await screen.findByRole("group", { name: "For programmers" });
  expect([...group.querySelectorAll("b")].map((name) => name.textContent)).toEqual(["Kata"]);
  const people = screen.getByRole("group", { name: "Rule sets" });
  expect(people.textContent).toContain("Duel");
  expect(people.textContent).not.toContain("Kata");
});
