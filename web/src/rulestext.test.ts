import { expect, test } from "vitest";

import { nameOf, presetOf, quickOf, withOption, readOption, readOptions } from "./rulestext";

test("an option is set, set anew and taken out", () => {
  expect(withOption("official", "target", 0)).toBe("official+target=0");
  expect(withOption("party+target=0+wd4=free", "target", 200)).toBe("party+wd4=free+target=200");
  expect(withOption("party+target=0", "target", null)).toBe("party");
});

test("what a text says is read, not what follows from it", () => {
  expect(readOption("official+target=0", "target")).toBe("0");
  expect(readOption("swing", "target")).toBeNull();
  expect(presetOf("party+target=0")).toBe("party");
  expect(readOptions("party+target=60+seven_zero=true+wd4=free")).toEqual([
    ["target", 60],
    ["seven_zero", true],
    ["wd4", "free"],
  ]);
});

test("rules are called by their word, one round or many", () => {
  expect(quickOf("official+seven_zero=true+target=0")).toBe("seven_zero");
  expect(quickOf("official+seven_zero=true+wd4=free")).toBeNull();
  expect(nameOf("party+target=0")).toBe("party");
  expect(nameOf("lowscore")).toBe("lowscore");
  expect(nameOf("party+wd4=free")).toBe("own");
});
