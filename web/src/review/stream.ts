/** A review as it is being counted: the server tells how far it is, and in the end the review. */

import { Failure, failureOf, isProblem } from "../api";
import type { Problem, ReviewShown } from "../protocol";

/** The game: the id of a round, or its text. */
export type Asked = { id: string } | { text: string };

const PREFIX = "data:";

function ask(asked: Asked, signal: AbortSignal): Promise<Response> {
  if ("id" in asked) return fetch(`/api/replays/${asked.id}/review`, { signal });
  const body = JSON.stringify({ text: asked.text });
  return fetch("/api/review", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
}

/** Ask for a review; what is known of it is handed on as it comes. */
export async function fetchReview(
  asked: Asked,
  onshown: (shown: ReviewShown) => void,
  signal: AbortSignal,
): Promise<void> {
  let ended = false;
  try {
    const response = await ask(asked, signal);
    if (!response.ok) throw await failureOf(response);
    if (response.body === null) throw new Failure("server");
    for await (const event of eventsOf(response.body)) {
      const shown = JSON.parse(event) as ReviewShown | Problem;
      if (isProblem(shown)) throw new Failure(shown.code, shown.text);
      ended = shown.review !== null;
      onshown(shown);
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof Failure ? error : new Failure("offline");
  }
  if (!ended && !signal.aborted) throw new Failure("offline");
}

/** The data of every event of a stream, as far as an event may be cut into pieces. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const parts = rest.split(/\r?\n\r?\n/);
      rest = parts.pop() ?? "";
      for (const part of done ? [...parts, rest] : parts) {
        const data = part
          .split(/\r?\n/)
          .filter((line) => line.startsWith(PREFIX))
          .map((line) => line.slice(PREFIX.length).trimStart());
        if (data.length > 0) yield data.join("\n");
      }
      if (done) return;
    }
  } finally {
    reader.releaseLock();
  }
}
