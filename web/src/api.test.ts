import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { askRules, catalogue, Failure, makeRoom, showRoom } from "./api";

const answer = vi.fn<typeof fetch>();

beforeEach(() => void vi.stubGlobal("fetch", answer));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  answer.mockReset();
});

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const failure = async (promise: Promise<unknown>): Promise<Failure> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error("no failure");
  return error;
};

test("what is sent is JSON, and what comes back is given", async () => {
  answer.mockResolvedValueOnce(json({ code: "K7QX", token: "t", seats: [0] }));
  const made = await makeRoom({ seats: [{ who: "me" }, { who: "bot", bot: "easy" }] });
  expect(made.code).toBe("K7QX");
  const [path, init] = answer.mock.calls[0] ?? [];
  expect(path).toBe("/api/rooms");
  expect(init?.method).toBe("POST");
  expect(JSON.parse(String(init?.body))).toEqual({ seats: [{ who: "me" }, { who: "bot", bot: "easy" }] });
});

test("a problem keeps the word and the sentence of the server", async () => {
  answer.mockResolvedValueOnce(json({ code: "bad_rules", text: "unknown preset" }, 422));
  const error = await failure(askRules({ rules: "nonsense" }));
  expect([error.code, error.message]).toEqual(["bad_rules", "unknown preset"]);
});

test("an answer that is not the server's is told from one that is", async () => {
  answer.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
  expect((await failure(showRoom("K7QX"))).code).toBe("server");
  answer.mockResolvedValueOnce(new Response("nothing here", { status: 404 }));
  expect((await failure(showRoom("K7QX"))).code).toBe("not_found");
});

test("no server is said to be offline, a silent one slow", async () => {
  answer.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect((await failure(showRoom("K7QX"))).code).toBe("offline");
  vi.useFakeTimers();
  answer.mockImplementationOnce(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      }),
  );
  const waiting = failure(showRoom("K7QX"));
  await vi.runAllTimersAsync();
  expect((await waiting).code).toBe("slow");
});

test("the catalogue is asked for once, and again after a failure", async () => {
  answer.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await failure(catalogue());
  answer.mockImplementation(() => Promise.resolve(json({ version: 1 })));
  await Promise.all([catalogue(), catalogue()]);
  expect(answer).toHaveBeenCalledTimes(2);
});
