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
const seen = { commitment, shares: shares.map((share) => share.commitment), drawings: 1 };

test.each<[string, string, RegExp]>([
  ["own", said("plain", { ...seen, secret: shares[0]?.secret ?? "" }), /^good \| Checked.* All \d+ .* Ada and Cem\. \| They.* own\.$/],
  ["seen", said("plain", seen), /^plain \| Checked.* none is this device’s own/],
  ["unseen", said("plain"), /^plain \| Checked.* did not see them being fixed/],
  ["again", said("plain", { ...seen, drawings: 3 }), /exchanged 3 times .* one of 3 deals\.$/],
  ["silent", said("refused"), /Ada and Cem\. \|.* Left out.* the secret of Ben\.$/],
  ["no share", said("opened"), /^plain \| Checked.* from a secret of the server alone: no other device added one\.$/],
  ["watched", said("watched"), /of the server and of whoever watched\./],
  ["given", said("plain", {}, { known: true }), /^plain \| No secret in this deal \|/],
  [
    "old",
    said("plain", {}, { secret: "42", seed: "42", commitment: sha256("42"), shares: [] }),
    /^plain \| Chosen by the server alone \|/,
  ],
  ["wrong", said("plain", { commitment: "0" }), /^bad \| This does not fit \| The fingerprints are not those/],
  ["left out", said("plain", { secret: "0" }), /^bad \| This does not fit \| This device’s own secret was not used/],
  ["seed", said("plain", {}, { seed: "x0" }), /^bad \| This does not fit \| The seed does not follow from the secrets\.$/],
])("%s is said", (_, text, expected) => {
  expect(text).toMatch(expected);
});

test("a proof can be saved where there is something to prove", () => {
  said("plain");
  expect(screen.getByRole("button", { name: "Save proof" })).toBeTruthy();
  expect(screen.getByText("unolab verify K7QX-1.proof.json")).toBeTruthy();
});
