import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { sha256 } from "./sha256";

test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
])("the published value of %j", (text, hash) => {
  expect(sha256(text)).toBe(hash);
});

test("every length up to three blocks agrees with another implementation", () => {
  for (let length = 0; length < 192; length += 1) {
    const text = "9".repeat(length);
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});
