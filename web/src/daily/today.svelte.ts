/** The deal of the day, as far as this browser has got with it, and what others made of it. */

import { askDaily, askExpert, Failure, fetchReplay, showRoom } from "../api";
import { sayFailure } from "../failure";
import { atDeal, myName, openRoom } from "../newroom";
import type { Daily, DailyExpert } from "../protocol";
import { progress } from "../puzzles/progress.svelte";
import { onReview } from "../review/arrived";
import { fetchReview } from "../review/stream";
import { settings } from "../settings.svelte";
import { askFor } from "../you/asking";
import { ratingOf } from "./marks";
import type { Result, Told } from "./result";
import { dayOf, noteFriend, noteResult, noteTry, rateResult, resultOf, type Day } from "./tries";

export class Today {
  daily: Daily | null = $state.raw(null);
  day: Day | null = $state.raw(null);
  /** Why there is no deal. */
  trouble = $state("");
  expert: DailyExpert | null = $state.raw(null);
  /** What the Expert made of it, once it was reviewed. */
  expertResult: Result | null = $state.raw(null);
  reviewing: "no" | "counting" | "failed" = $state("no");

  #left = new AbortController();
  #stop: () => void;

  constructor() {
    this.#stop = onReview(({ id, review }) => {
      const { daily, day } = this;
      if (daily === null || day === null || id !== roundOf(day)) return;
      this.day = rateResult(daily.number, review, daily.seat);
    });
  }

  close(): void {
    this.#stop();
    this.#left.abort();
  }

  async load(): Promise<void> {
    try {
      const daily = await askDaily();
      this.daily = daily;
      this.trouble = "";
      this.day = dayOf(daily.number);
      await this.#look(daily);
    } catch (error) {
      this.trouble = sayFailure(error);
    }
  }

  /** Find out what came of the first try, and then what the Expert made of the deal. */
  async #look(daily: Daily): Promise<void> {
    const { day } = this;
    if (day === null || day.code === "") return;
    if (day.result === null) await this.#findEnd(daily, day);
    if (this.day?.result != null) await Promise.all([this.#review(daily), this.#askExpert(daily)]);
  }

  /** The round may have ended while this browser did not look. */
  async #findEnd(daily: Daily, day: Day): Promise<void> {
    try {
      const id = roundOf(day);
      if (!(await showRoom(day.code)).replays.includes(id)) return;
      const table = (await fetchReplay(id)).frames.at(-1)?.table;
      if (table !== undefined) this.day = noteResult(daily.number, resultOf(table.winner === daily.seat, table.points));
    } catch (error) {
      // the room is gone, and with it what came of the try
      if (!(error instanceof Failure) || error.code !== "no_room") throw error;
    }
  }

  async #review(daily: Daily): Promise<void> {
    const { day } = this;
    if (day?.result == null || day.result.chance !== null) return;
    this.reviewing = "counting";
    try {
      await askFor(roundOf(day), daily.seat, this.#left.signal);
      this.reviewing = "no";
    } catch {
      this.reviewing = "failed";
    }
  }

  async #askExpert(daily: Daily): Promise<void> {
    try {
      const expert = await askExpert(daily.date);
      this.expert = expert;
      this.expertResult = resultOf(expert.won, expert.points);
      await fetchReview(
        { text: expert.game },
        ({ review }) => {
          if (review === null) return;
          this.expertResult = { ...resultOf(expert.won, expert.points), ...ratingOf(review, daily.seat) };
        },
        this.#left.signal,
      );
    } catch {
      // the others can be compared all the same
    }
  }

  /** Go to a table with these cards. Only the first try counts; all are without hints, as it was. */
  async play(): Promise<void> {
    const { daily } = this;
    if (daily === null) return;
    const code = await openRoom(atDeal(daily.deal, daily.seat, daily.opponents));
    this.day = noteTry(daily.number, code);
  }

  /** Note what came with a link. */
  take(told: Told): void {
    const day = noteFriend(told);
    if (this.daily?.number === told.number) this.day = day;
  }

  /** What this person can send. */
  get mine(): Told | null {
    const { daily, day } = this;
    if (daily === null || day?.result == null) return null;
    const puzzle = progress.results.get(daily.puzzle ?? "") ?? "";
    return { number: daily.number, name: myName(), avatar: settings.avatar, result: day.result, puzzle };
  }
}

/** The id of the replay of a first try. */
export const roundOf = (day: Day): string => `${day.code}-1`;
