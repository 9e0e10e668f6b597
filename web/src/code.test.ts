import { expect, test } from "vitest";

import { cleanCode, showCode } from "./code";

test.each([
  ["K7QX", "K7QX"],
  [" k7qx ", "K7QX"],
  ["k7 qx", "K7QX"],
  ["K7-QX", "K7QX"],
  ["http://192.168.1.4:8000/r/k7qx", "K7QX"],
  ["https://example.org/r/K7QXA?from=chat", "K7QXA"],
  ["k7qx abcd", "K7QXABCD"],
  [" K7QX-abcd", "K7QXABCD"],
  ["https://example.org/r/K7QX-ABCD", "K7QXABCD"],
])("%j is the room %s", (written, code) => {
  expect(cleanCode(written)).toBe(code);
});

test("a code is shown in two groups of four, and read like that", () => {
  expect(showCode("K7QXABCD")).toBe("K7QX ABCD");
  expect(showCode("K7QXA")).toBe("K7QXA");
  expect(cleanCode(showCode("K7QXABCD"))).toBe("K7QXABCD");
});

test.each(["", "K7Q", "K7QXK7QXK", "K7Q!", "https://example.org/"])("%j is no code", (written) => {
  expect(cleanCode(written)).toBeNull();
});
