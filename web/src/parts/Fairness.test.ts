import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import fixture from "../fair/fixture.json";
import type { Note } from "../fair/verify";
import type { Replay } from "../protocol";
import { sha256 } from "../sha256";
import Fairness from "./Fairness.svelte";

/** What the page says about a round of the fixture. */
function said(name: keyof typeof fixture, note: Note = {}, change: Partial<Replay> = {}): string {
  const names = ["Ada", "Ben", "Cem", "Dan"];
  const replay = { id: "K7QX-1", rules: "official", names, avatars: [], bots: [], ...fixture[name] };
  const { container } = render(Fairness, { replay: { ...(replay as unknown as Replay), ...change }, note });
  const verdict = container.querySelector("[data-verdict]");
  const lines = [...(verdict?.querySelectorAll("h3, section > p") ?? [])].map((line) => line.textContent);
  return [verdict?.getAttribute("data-verdict"), ...lines].join(" | ");
}

const { commitment, shares } = fixture.plain;
const drawing = { shares: shares.map((share) => share.commitment), number: 0 };
const own = { ...drawing, secret: shares[0]?.secret ?? "" };
const stopped = { shares: [sha256("mine")], number: 0, secret: "mine" };
const mine = sha256("mine");
const late = fixture.refused.shares.map((share) =>
  share.secret === null ? { ...share, commitment: sha256(mine) } : share,
);
const tooLate = {
  shares: late.map((share) => share.commitment),
  number: Number(/\.(\d+)/.exec(fixture.refused.text)?.[1] ?? 0),
  secret: mine,
};
const sameSeat = shares.map((share) => ({ ...share, seat: 1 }));

test.each<[string, string, RegExp]>([
  ["own", said("plain", { commitment, fixed: [own] }), /^good \| Checked.* All \d+ .* Ada and Cem\. \| The secrets.* own\.$/],
  ["seen", said("plain", { commitment, fixed: [drawing] }), /^plain \| Checked.* none of them is this device’s own/],
  ["unseen", said("plain"), /^plain \| Checked.* did not see the secrets being fixed/],
  ["again", said("plain", { commitment, fixed: [stopped, own] }), /^plain .*exchanged 2 times .* between 2 deals\.$/],
  ["silent", said("refused"), /Ada and Cem\. \|.* Left out.* the secret of Ben\.$/],
  ["no share", said("opened"), /^plain \| Checked.* from the server’s secret alone: no other device contributed one\.$/],
  ["watched", said("watched"), /of the server and of the person who watched\./],
  ["given", said("plain", {}, { known: true }), /^plain \| No secrets in this deal \|/],
  [
    "old",
    said("plain", {}, { secret: "42", seed: "42", commitment: sha256("42"), shares: [] }),
    /^plain \| Chosen by the server alone \|/,
  ],
  ["wrong", said("plain", { commitment: "0" }), /^bad \| This does not match \| The fingerprints are not the ones/],
  [
    "another drawing",
    said("plain", { commitment, fixed: [stopped] }),
    /^missed \| Dealt without this device’s secret \| .*it came too late, or the server left it out\. .* \| All \d+ cards [^|]*$/,
  ],
  [
    "late",
    said("refused", { fixed: [tooLate] }, { shares: late }),
    /^missed \| Dealt without this device’s secret \| [^|]* \| All \d+ cards [^|]*$/,
  ],
  ["shares", said("plain", { fixed: [{ ...own, shares: [] }] }), /^bad \| This does not match \| The fingerprints are not the ones/],
  ["twice", said("plain", {}, { shares: sameSeat }), /^bad .* Two secrets belong to/],
  ["seed", said("plain", {}, { seed: "x0" }), /^bad \| This does not match \| The seed does not follow from the secrets\.$/],
])("%s is said", (_, text, expected) => {
  expect(text).toMatch(expected);
});

test("a proof can be saved where there is something to prove", () => {
  said("plain");
  expect(screen.getByRole("button", { name: "Save proof" })).toBeTruthy();
  expect(screen.getByText("unolab verify K7QX-1.proof.json")).toBeTruthy();
});
