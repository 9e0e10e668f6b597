import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";

import App from "./App.svelte";

test("the page is headed by the name, which is drawn but can be read aloud", () => {
  render(App);
  const heading = screen.getByRole("heading", { level: 1, name: "unolab" });
  expect(heading.querySelectorAll("path")).toHaveLength("unolab".length);
});
