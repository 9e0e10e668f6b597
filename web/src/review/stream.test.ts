import { afterEach, expect, test, vi } from "vitest";

import { Failure } from "../api";
import { review } from "./fixture";
import { eventsOf, fetchReview } from "./stream";

const encoder = new TextEncoder();

function streamOf(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(encoder.encode(piece));
      stream.close();
    },
  });
}

const answer = (body: string, status = 200): void =>
  void vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));

afterEach(() => vi.unstubAllGlobals());

test("events arrive whole, wherever the stream is cut", async () => {
  const events: string[] = [];
  for await (const one of eventsOf(streamOf("da", "ta: a\r\n", "\r\n: hush\n\ndata: b\n", "data: c\n\nda", "ta: d"))) {
    events.push(one);
  }
  expect(events).toEqual(["a", "b\nc", "d"]);
});

test("how far it is is told, then the review", async () => {
  const shown = [{ done: 3, of: 31, review: null }, { done: 31, of: 31, review }];
  answer(shown.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(""));
  const told: unknown[] = [];
  await fetchReview({ text: review.game }, (one) => told.push(one), new AbortController().signal);
  expect(told).toEqual(shown);
});

test("what the server says against it is a failure with its words", async () => {
  answer(JSON.stringify({ code: "not_reviewed", text: "These rules have no judge." }), 422);
  const asked = fetchReview({ id: "K7QX-1" }, () => undefined, new AbortController().signal);
  await expect(asked).rejects.toEqual(new Failure("not_reviewed", "These rules have no judge."));
});

test("what the server says against it on the way is a failure with its words too", async () => {
  answer('data: {"done": 3, "of": 31, "review": null}\n\ndata: {"code": "no_answer", "text": "Try again later."}\n\n');
  const asked = fetchReview({ id: "K7QX-1" }, () => undefined, new AbortController().signal);
  await expect(asked).rejects.toEqual(new Failure("no_answer", "Try again later."));
});

test("a stream that breaks off before the review is a failure, unless nobody waits any more", async () => {
  answer('data: {"done": 3, "of": 31, "review": null}\n\n');
  const watch = new AbortController();
  await expect(fetchReview({ id: "K7QX-1" }, () => undefined, watch.signal)).rejects.toMatchObject({ code: "offline" });
  watch.abort();
  await expect(fetchReview({ id: "K7QX-1" }, () => undefined, watch.signal)).resolves.toBeUndefined();
});
