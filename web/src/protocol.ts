// Generated from server/protocol/ by `python -m unolab.server.protocol.typescript`.
// A test compares; make changes there.

export const VERSION = 2;
export const LONGEST_NAME = 20;
export const LONGEST_REMARK = 200;
export const PEOPLES_FACES = 8;
export const PACES = ["calm", "normal", "quick", "instant"] as const;
export const STRENGTHS = ["easy", "medium", "hard", "expert"] as const;
export const MOODS = ["ha", "wow", "ouch", "gotcha", "hurry", "nice"] as const;
export const PUZZLE_THEMES = ["endgame", "color", "hold", "bluff", "challenge", "tell", "attack", "draw", "stack", "swap"] as const;
export const FACE_POINTS = {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "S": 20, "V": 20, "D": 20, "W": 50, "F": 50} as const;

/** Host: let somebody who is waiting sit down. */
export interface Admit {
  id: number;
  type: "admit";
  guest: number;
  /** Which seat they get; null means the one they asked for, or any. */
  seat?: number | null;
}

/** What a seat should do, from what it can know. */
export interface Advice {
  /** The best move; null lets a chance out of turn go by. */
  move: string | null;
  /** All that it may decide on, the best first. */
  moves: MoveValue[];
  /** Standard error of how far the best is ahead of the next. */
  error: number;
  /** Whether the best can be told from the next. */
  clear: boolean;
  reasons: Reason[];
  /** Everyone's chance to win if the best is done. */
  chances: number[];
  /** In how many ways the hidden cards were laid out to find it. */
  worlds: number;
}

/** Host: change the number of seats, their order, and the bots. */
export interface Arrange {
  id: number;
  type: "arrange";
  /** The number of the update that it answers; refused if somebody has sat down since. */
  at: number;
  chairs: Chair[];
}

/** Resume playing, after a bot has taken over. */
export interface Back {
  id: number;
  type: "back";
}

/** A bot that can be invited. */
export interface BotShown {
  name: string;
  about: string;
}

/** What there is to choose from. */
export interface Catalogue {
  version: number;
  presets: PresetShown[];
  options: OptionShown[];
  bots: BotShown[];
  /** The bot that stands for each strength. */
  strengths: Record<"easy" | "medium" | "hard" | "expert", string>;
}

/** One place of a new arrangement: somebody already there, a bot, or nobody. */
export interface Chair {
  keep?: number | null;
  bot?: string | null;
}

/** What a challenge is about, and what it costs. */
export interface Challenge {
  /** Who played the wild draw four. */
  seat: number;
  /** The colour before it; null if the card under it is gone. */
  color: "R" | "Y" | "G" | "B" | null;
  /** What counts as a bluff: holding a card of that colour, or any card that fits. */
  test: "color" | "playable";
  /** The number of cards they take if it was a bluff. */
  guilty: number;
  /** The number of cards the challenger takes if it was not. */
  innocent: number;
}

/** Cards that came by chance. */
export interface ChanceEvent {
  /** The place of the move in the round; -1 is the deal. */
  at: number;
  kind: "deal" | "draw" | "take";
  seat: number | null;
  cards: number;
  /** What it did to everyone's chance, compared with all that could have come. */
  luck: number[];
}

/** A move that is allowed now. */
export interface Choice {
  /** What to send. */
  move: string;
  kind: "play" | "draw" | "keep" | "challenge" | "name" | "swap" | "call" | "catch" | "jump";
  /** The card as it is in the hand. */
  card: string | null;
  /** The colour that is chosen. */
  color: "R" | "Y" | "G" | "B" | null;
  /** The seat to swap hands with, or to catch. */
  seat: number | null;
  /** Whether it leaves one card: add "!" to the move to say "Uno". */
  uno: boolean;
  challenge: Challenge | null;
}

/** The time left for the seat to act, in milliseconds. */
export interface Clock {
  left: number;
  of: number;
}

/** A code to show before there is a room; the room is created when somebody enters it. */
export interface CodeAsked {
  room: NewRoom;
  /** The code reserved before, to renew it. */
  code?: string | null;
  /** The token that came with it. */
  token?: string | null;
}

/** A code, and the secret that will open the seats of its room. */
export interface CodeReserved {
  code: string;
  token: string;
  seats: number[];
  /** The commitment to the server's secret for the first round, as in Fair. */
  commitment: string;
  /** Whether somebody has entered, so that the room exists now. */
  made: boolean;
}

/** Take part in the next deal with a secret of one's own: this is its SHA-256. */
export interface Commit {
  id: number;
  type: "commit";
  commitment: string;
  /** As in the update that it answers: the number of rounds dealt before. */
  rounds: number;
}

/** Host: change the rules (between matches) and the options. */
export interface Configure {
  id: number;
  type: "configure";
  rules?: string | null;
  timer?: number | null;
  pace?: "calm" | "normal" | "quick" | "instant" | null;
  open_hands?: boolean | null;
  door?: "open" | "ask" | "locked" | null;
}

/** The standing of a bot in a tournament. */
export interface ContestRow {
  /** Ties share a rank. */
  rank: number;
  name: string;
  avatar: number;
  bot: string;
  played: number;
  won: number;
  points: number;
  /** Strength on a scale with 1500 in the middle, as in all tournaments of unolab. */
  rating: number;
  /** Half the width of the rating's 95 % confidence interval. */
  reach: number;
}

/** A tournament of bots, played in a room for people to watch. */
export interface ContestShown {
  /** In all. */
  matches: number;
  played: number;
  /** The best first. */
  rows: ContestRow[];
}

/** The deal and the puzzle of the day, the same for everybody. */
export interface Daily {
  /** The day, which begins at midnight UTC: ``2026-11-18``. */
  date: string;
  /** Its number: day 1 is 2026-01-01. */
  number: number;
  /** Seconds until the next day. */
  next_in: number;
  rules: string;
  /** The deal as text, for a new room. */
  deal: string;
  /** The player's seat; the others belong to the opponents. */
  seat: number;
  /** Who sits at the other seats, in their order. */
  opponents: ("easy" | "medium" | "hard" | "expert")[];
  /** The id of the puzzle of the day, if there is one. */
  puzzle: string | null;
}

/** What the strongest bot made of a deal of the day, in the player's seat. */
export interface DailyExpert {
  number: number;
  /** The round as text. */
  game: string;
  won: boolean;
  /** What the round was worth to whoever won it. */
  points: number;
  /** How often it won when the unseen cards were shuffled anew, out of ``of``. */
  wins: number;
  of: number;
}

/** What makes a position difficult: what the question is about. */
export interface Danger {
  /** few: a seat has few cards. nearly_out: the solver has. draw_four: a seat played it, and may be challenged. due: cards to take. color: one to name. swap: hands. drawn: a card to keep or not. */
  key: "few" | "nearly_out" | "draw_four" | "due" | "color" | "swap" | "drawn" | "none";
  seat: number | null;
  cards: number | null;
}

/** Start, continue with the next round, or play again; among several people, say "ready". */
export interface Deal {
  id: number;
  type: "deal";
}

/** A decision of a finished round. */
export interface Decision {
  /** The place of the move in the round; a chance that was let go by came before that move. */
  at: number;
  seat: number;
  played: string | null;
  best: string | null;
  /** All that could be done, the best first. */
  moves: MoveValue[];
  /** How much smaller the chance to win was than with the best. */
  loss: number;
  /** Standard error of the loss. */
  error: number;
  /** close: the loss is within the noise. */
  mark: "best" | "close" | "nearly" | "slip" | "blunder";
  /** Why the best is better. */
  reasons: Reason[];
  /** What it did to everyone's chance, as far as could be known. */
  effect: number[];
}

/** Host: decline somebody who is waiting. */
export interface Decline {
  id: number;
  type: "decline";
  guest: number;
  /** Whether to ban them from this room. */
  ban?: boolean;
}

/** The host has removed this client from the table, or does not let it sit down. */
export interface Dismissed {
  type: "dismissed";
  code: "removed" | "declined" | "banned";
  /** A sentence in English. */
  text: string;
}

/** One thing that happened; only the fields that belong to its kind are set. */
export interface Event {
  kind: "dealt" | "played" | "drew" | "took" | "kept" | "skipped" | "reversed" | "named" | "said" | "caught" | "challenged" | "swapped" | "rotated" | "reshuffled" | "over" | "match";
  /** Who did it, or to whom it happened. */
  seat: number;
  card: string | null;
  /** drew, took, reshuffled: how many cards. over: the points. */
  count: number;
  /** drew, took: the cards, for that seat only. challenged: the hand shown, to the challenger. */
  cards: string[] | null;
  color: "R" | "Y" | "G" | "B" | null;
  /** dealt: who gets the first card. caught: by whom. challenged: who played the draw four. swapped: with whom. */
  other: number | null;
  jumped: boolean;
  late: boolean;
  clockwise: boolean | null;
  guilty: boolean | null;
  void: boolean;
  scores: number[];
  winners: number[];
}

/** What it takes to check that nobody chose the cards; see ``docs/fairness.md``. */
export interface Fair {
  /** The SHA-256 of the server's secret for the round being played, or just ended. */
  commitment: string | null;
  /** What the players' devices contributed. */
  shares: Share[];
  /** The server's secret, once that round is over. */
  secret: string | null;
  /** The seed derived from the secrets, once that round is over. */
  seed: string | null;
  /** The same for the next round: shown before the deal, and before anybody else commits. */
  next_commitment: string;
  next_shares: Share[];
  /** Whether the commitments are fixed and secrets are expected. */
  drawing: boolean;
  /** Whether the players gave the deal themselves, so that there is no secret. */
  known: boolean;
}

/** One moment of a game, with all cards. */
export interface Frame {
  /** The move that led here; None for the deal. */
  move: string | null;
  /** Who made it. */
  seat: number | null;
  events: Event[];
  table: Table;
}

/** What one seat knows and may do; sent only to it. */
export interface Hand {
  seat: number;
  cards: string[];
  /** The card just drawn, which may be played. */
  drawn: string | null;
  choices: Choice[];
}

/** Host: make another person at the table the host. */
export interface Handover {
  id: number;
  type: "handover";
  at: number;
  seat: number;
}

/** The server's health. */
export interface Health {
  /** Whether it is ready for players; if not, the status is 503. */
  ok: boolean;
  /** Why not: it is about to stop, or the database can't be written. */
  state: "ready" | "draining" | "no_database";
  version: string;
}

/** The first message: which room, and as whom. */
export interface Hello {
  id: number;
  type: "hello";
  /** The version of the protocol that the client was written for. */
  version: number;
  room: string;
  /** Without one the client is a spectator, who may sit down later. */
  token?: string | null;
  /** The number of the last update received: the answer has the events since then. */
  since?: number;
  /** To a secret for the next deal, as in Commit. */
  commitment?: string | null;
  /** Whether updates come with ``view``, for programs that know how to read positions. */
  views?: boolean;
}

/** Ask what to do; only where one person plays against bots, and such a round does not count. */
export interface Hint {
  id: number;
  type: "hint";
  /** The number of the update that it is about; refused if the table has changed since. */
  at: number;
}

/** The answer to hint and weigh, from what the own seat can know. */
export interface Hinted {
  type: "hinted";
  id: number;
  /** As in the question. */
  at: number;
  /** Null if there is nothing to decide, and in the answer to weigh. */
  advice: Advice | null;
  /** Everyone's chance to win, by seat. */
  chances: number[] | null;
}

/** Let the thinking bot act at once; when paused, this is a single step. */
export interface Hurry {
  id: number;
  type: "hurry";
}

/** Somebody forgot to say "Uno", or to catch who did. */
export interface Lapse {
  at: number;
  seat: number;
  kind: "uno" | "catch";
  effect: number[];
}

/** Give up the seat for good: a bot plays on, or it becomes open. */
export interface Leave {
  id: number;
  type: "leave";
}

/** Show another of the client's seats (or none), when people share a device. */
export interface Look {
  id: number;
  type: "look";
  seat: number | null;
}

/** A highlight of a round or a match, once it is over. */
export interface Moment {
  /** caught: without Uno, by the other. doubted: challenged the other in vain. struck: took cards with one card left. drew: that many on one turn. hit: made the other take cards. bluff: saw through the other's. swapped: gave the other that many cards more. out: won the round. */
  kind: "caught" | "doubted" | "struck" | "drew" | "hit" | "bluff" | "swapped" | "out";
  /** The round of the match in which it happened. */
  round: number;
  seat: number;
  other: number | null;
  /** The card involved. */
  card: string | null;
  /** How many cards. out: the points. */
  count: number;
}

/** Make a move. */
export interface Move {
  id: number;
  type: "move";
  move: string;
  /** The number of the update that it answers; refused if the table has changed since. */
  at: number;
  /** Which seat makes it, for clients that have several. */
  seat?: number | null;
}

/** A move, and the chance to win with it. */
export interface MoveValue {
  /** Null lets a chance out of turn go by. */
  move: string | null;
  value: number;
}

/** How others reach this server, as told to the machine that it runs on. */
export interface Network {
  /** Whether it is reachable from this machine only. */
  local: boolean;
  /** The base URL of links for others, if not that of the request. */
  address: string | null;
  /** Whether the page may open it to the network. */
  may_open: boolean;
}

/** A new tournament of bots. */
export interface NewContest {
  /** The number of seats in a match. */
  table?: number;
  matches?: number;
}

/** A new room. */
export interface NewRoom {
  rules?: string;
  seats: NewSeat[];
  /** By default 60 seconds among people, and no limit for one person. */
  timer?: number | null;
  pace?: "calm" | "normal" | "quick" | "instant";
  open_hands?: boolean;
  /** A deal as text, ``official/4/42``, instead of rules and a secret seed. With a colon and moves, as in the text of a game, the round goes on from there, and does not count. */
  deal?: string | null;
  /** Whether to deal as soon as the host says hello. */
  start?: boolean;
  /** Let those at the seats, 3 to 8 bots, play a tournament. */
  contest?: NewContest | null;
  /** Whether hints and take-backs are allowed while one person plays against bots. */
  coach?: boolean;
}

/** A seat of a new room. */
export interface NewSeat {
  /** The creator, another person at the same device, anybody who joins, or a bot. */
  who?: "me" | "local" | "open" | "bot";
  name?: string | null;
  avatar?: number;
  bot?: string | null;
}

/** An option of the rules. */
export interface OptionShown {
  name: string;
  about: string;
  /** All values, or the smallest and the largest number. */
  values: (boolean | number | string)[];
  numbers: boolean;
  /** A sentence for each value, by its text; "" is for every other number. */
  meanings: Record<string, string>;
}

/** What the host decides besides the rules. */
export interface Options {
  timer: number;
  pace: "calm" | "normal" | "quick" | "instant";
  /** Whether everyone sees all cards; applies only while bots alone play. */
  open_hands: boolean;
  /** Whether the turn timer is the default: 60 seconds among people, none for one person. */
  usual_timer: boolean;
  /** Who may sit down: everyone, those the host lets in, or nobody new. */
  door: "open" | "ask" | "locked";
}

/** What a result is made of: they add up to it, less an equal share. */
export interface Parts {
  deal: number;
  draws: number;
  /** How hidden cards made moves turn out better or worse than anyone could know. */
  hidden: number;
  own: number;
  others: number;
  /** How far the judge disagrees with itself. */
  remainder: number;
}

/** Pause the bots, or resume. */
export interface Pause {
  id: number;
  type: "pause";
  paused: boolean;
}

/** Ask whether the server is there. */
export interface Ping {
  id: number;
  type: "ping";
}

/** The answer to ping. */
export interface Pong {
  type: "pong";
  id: number;
}

/** Rules with a name. */
export interface PresetShown {
  name: string;
  about: string;
  values: Record<string, boolean | number | string>;
}

/** Why something was refused. */
export interface Problem {
  code: string;
  text: string;
}

/** Whether an answer was right, and all that there is to say about the puzzle. */
export interface PuzzleAnswer {
  right: boolean;
  best: string;
  theme: "endgame" | "color" | "hold" | "bluff" | "challenge" | "tell" | "attack" | "draw" | "stack" | "swap";
  /** From 1, easy, to 5: so many of five bots get it wrong. */
  strength: number;
  /** The best first. */
  moves: PuzzleMove[];
  /** How much the best is better than the next. */
  margin: number;
  /** The standard error of that. */
  error: number;
  /** In how many ways the hidden cards were laid out to find it. */
  worlds: number;
}

/** The puzzles that were asked for. */
export interface PuzzleList {
  puzzles: PuzzleListed[];
}

/** A puzzle in the list of all. */
export interface PuzzleListed {
  id: string;
  number: number;
  theme: "endgame" | "color" | "hold" | "bluff" | "challenge" | "tell" | "attack" | "draw" | "stack" | "swap";
  /** From 1, easy, to 5. */
  strength: number;
  rules: string;
  players: number;
}

/** A move of a puzzle, and the chance to win with it. */
export interface PuzzleMove {
  move: string;
  value: number;
  /** Why the right move is better than this one; of the right move, why it is better than the next. */
  reasons: Reason[];
}

/** A puzzle, as its solver sees it: without the answer. */
export interface PuzzleShown {
  id: string;
  number: number;
  rules: string;
  /** What differs from the official game, in English sentences. */
  rules_said: string[];
  /** What can happen by these rules. */
  has: ("calls" | "challenges" | "drawn" | "keeping" | "swaps" | "points" | "fewest")[];
  /** By seat. */
  names: string[];
  avatars: number[];
  danger: Danger;
  table: Table;
  /** What the solver holds and may do. */
  hand: Hand;
  /** What has happened since the deal, as the solver saw it. */
  events: Event[];
}

/** An answer to a puzzle. */
export interface PuzzleTried {
  /** The move; null gives up. */
  move: string | null;
}

/** Wait for a seat: this one or, with null, any; ask the host if necessary. */
export interface Queue {
  id: number;
  type: "queue";
  name: string;
  avatar?: number;
  seat?: number | null;
}

/** Show the table a mood. */
export interface React {
  id: number;
  type: "react";
  mood: "ha" | "wow" | "ouch" | "gotcha" | "hurry" | "nice";
}

/** Somebody sent a reaction. */
export interface Reacted {
  type: "reacted";
  seat: number;
  mood: "ha" | "wow" | "ouch" | "gotcha" | "hurry" | "nice";
}

/** Why a move is better than another; only the fields that belong to its key are set. */
export interface Reason {
  /** holds_up, makes_draw, own_color, ...: the page and the terminal have words for each. */
  key: string;
  seat: number | null;
  cards: number | null;
  color: "red" | "yellow" | "green" | "blue" | null;
  percent: number | null;
  points: number | null;
}

/** A refused message, and why. */
export interface Refused {
  type: "refused";
  /** The number of the message, if it could be read. */
  id: number | null;
  /** A code for programs: does_not_fit, not_your_turn, stale, too_fast, ... */
  code: string;
  /** A sentence in English. */
  text: string;
  /** does_not_fit: the card that lies on top. */
  top: string | null;
  due: number;
}

/** Host: remove a person from the table, at any time; a bot plays on, or it becomes open. */
export interface Remove {
  id: number;
  type: "remove";
  /** The number of the update that it answers, as for Arrange. */
  at: number;
  seat: number;
  /** Whether to ban them from this room. */
  ban?: boolean;
}

/** Change the name or face of a player of this client. */
export interface Rename {
  id: number;
  type: "rename";
  name: string;
  avatar: number;
  seat?: number | null;
}

/** A game to be stepped through. */
export interface Replay {
  id: string | null;
  text: string;
  rules: string;
  names: string[];
  avatars: number[];
  bots: boolean[];
  /** Of the bots that were invited by their strength. */
  strengths: ("easy" | "medium" | "hard" | "expert" | null)[];
  /** 0 or 1 where partners play together. */
  teams: (number | null)[];
  /** What can happen by these rules. */
  has: ("calls" | "challenges" | "drawn" | "keeping" | "swaps" | "points" | "fewest")[];
  /** As in the text of the game. */
  seed: string;
  /** What was shown before the deal; None for a game loaded from text. */
  commitment: string | null;
  /** What the server had committed to. */
  secret: string | null;
  /** What the players' devices added to it. */
  shares: Share[];
  /** Whether there was no secret: the deal was given, or the game was loaded from text. */
  known: boolean;
  frames: Frame[];
}

/** A game as text. */
export interface ReplayAsked {
  text: string;
}

/** Reveal that secret, once ``fair.drawing`` says that all commitments are fixed. */
export interface Reveal {
  id: number;
  type: "reveal";
  secret: string;
  rounds: number;
}

/** The review of a finished round. */
export interface ReviewOut {
  game: string;
  rules: string;
  players: number;
  winner: number | null;
  /** Short hash of the network that judged. */
  network: string;
  worlds: number;
  /** Everyone's chance to win: after the deal, and after every move. */
  chances: number[][];
  decisions: Decision[];
  lapses: Lapse[];
  chance_events: ChanceEvent[];
  seats: SeatReview[];
  names: string[];
  avatars: number[];
  bots: boolean[];
}

/** A review, being made or finished. */
export interface ReviewShown {
  /** Moves that have been reviewed. */
  done: number;
  /** Moves of the round. */
  of: number;
  /** Set in the last event. */
  review: ReviewOut | null;
}

/** A room, as everyone sees it. */
export interface Room {
  code: string;
  stage: "lobby" | "playing" | "pause" | "over";
  rules: string;
  /** What differs from the official game, in English sentences. */
  rules_said: string[];
  /** What can happen by these rules; the rest need not be shown. */
  has: ("calls" | "challenges" | "drawn" | "keeping" | "swaps" | "points" | "fewest")[];
  options: Options;
  seats: Seat[];
  /** Rounds dealt in this match. */
  round: number;
  /** Rounds dealt in this room; the latest has the replay ``CODE-rounds``. */
  rounds: number;
  /** Everyone's points, including the round that has just ended. */
  totals: number[];
  /** The total that ends the match; 0 if it is a single round. */
  target: number;
  /** The seats from the best total to the worst. */
  standing: number[];
  /** Who has won the match, once it is over. */
  winners: number[];
  /** Highlights of the round that has just ended, or of the match; at most three. */
  story: Moment[];
  fair: Fair;
  /** Whether the cards are dealt as soon as the devices have revealed their secrets. */
  dealing: boolean;
  spectators: number;
  paused: boolean;
  /** Milliseconds until the next round is dealt, even if not everyone is ready. */
  deals_in: number | null;
  /** The tournament that is played here, if it is one. */
  contest: ContestShown | null;
  /** Whether hints, chances and take-backs are allowed: one person plays against bots, and nobody watches. */
  coach: boolean;
  /** What help was used in this round, or the one that has just ended; such a round does not count. */
  helped: "" | "hint" | "taken_back" | "retried";
  /** Those waiting for a seat, in the order of the queue. */
  waiting: Waiting[];
}

/** A new room, and the secret that opens its seats. */
export interface RoomMade {
  code: string;
  token: string;
  seats: number[];
  /** The commitment to the server's secret for the first round, as in Fair. */
  commitment: string;
}

/** What outsiders may know of a room. */
export interface RoomShown {
  code: string;
  stage: "lobby" | "playing" | "pause" | "over";
  rules: string;
  seats: Seat[];
  /** The number of finished rounds. */
  replays: string[];
  /** The results of the last of these, the latest first. */
  rounds: RoundShown[];
}

/** The result of a finished round. */
export interface RoundShown {
  /** The id of its replay. */
  id: string;
  rules: string;
  names: string[];
  /** The seat that won; null if nobody did. */
  winner: number | null;
  /** What it was worth; null if points are not counted. */
  points: number | null;
  turns: number;
  /** What help was used in it; such a round does not count. */
  helped: "" | "hint" | "taken_back" | "retried";
}

/** What rules mean, or why they are invalid. */
export interface RulesAnswer {
  /** Their text, if they are valid. */
  rules: string | null;
  /** What differs from the official game. */
  said: string[];
  values: Record<string, boolean | number | string>;
  /** One sentence, if they are invalid. */
  problem: string | null;
  /** The options that conflict. */
  clash: string[];
}

/** Rules to look at: a text, and changes to it. */
export interface RulesAsked {
  rules?: string;
  /** New values by option, each at most once. */
  changes?: Record<string, boolean | number | string>;
  players?: number | null;
}

/** Somebody speaks. */
export interface Said {
  type: "said";
  seat: number;
  name: string;
  text: string;
}

/** Say something to the table. */
export interface Say {
  id: number;
  type: "say";
  text: string;
}

/** Who sits where. */
export interface Seat {
  kind: "open" | "person" | "bot";
  name: string;
  avatar: number;
  /** An identifier of its device in eight letters, which stays with a person who is renamed or changes seats; people at one device share it. */
  device: string | null;
  /** Its text, if it is a bot. */
  bot: string | null;
  /** Set if the bot was chosen by its strength. */
  strength: "easy" | "medium" | "hard" | "expert" | null;
  /** Whether a person is connected. */
  here: boolean;
  /** Whether a bot plays for this person until they return. */
  away: boolean;
  /** Whether this person is ready for the next round. */
  ready: boolean;
  host: boolean;
  /** Milliseconds until a bot takes over for a disconnected person. */
  bot_in: number | null;
  /** 0 or 1 if partners play together. */
  team: number | null;
  /** Whether a bot plays on for somebody who has left and may come back. */
  left: boolean;
}

/** How a seat played, and what its result is made of. */
export interface SeatReview {
  seat: number;
  /** 1 for a round that was won, 0 for one that was lost, an equal share for a void one. */
  result: number;
  /** An equal share. */
  share: number;
  parts: Parts;
  decisions: number;
  best: number;
  slips: number;
  blunders: number;
  /** Chance lost per decision; null without decisions. */
  loss: number | null;
  /** From 0 to 100; null without decisions. */
  accuracy: number | null;
  /** The result without the luck. */
  adjusted: number;
}

/** What one device contributes to a deal. */
export interface Share {
  /** The first of its seats; null for somebody who watches bots. */
  seat: number | null;
  /** The SHA-256 of its secret. */
  commitment: string;
  /** Null until it is revealed; stays null if it is not revealed in time. */
  secret: string | null;
}

/** The lengths of the games. */
export interface SimulationLengths {
  /** The width of each bar, in turns. */
  width: number;
  /** The number of games of up to one width, up to two widths, ... */
  counts: number[];
  /** The number of games longer than all of these. */
  longer: number;
  /** A quarter, half and three quarters of the games took at most this many turns. */
  quartiles: number[];
}

/** The win rates after this many games, with a number for every row. */
export interface SimulationMark {
  played: number;
  win_rates: number[];
  lows: number[];
  highs: number[];
}

/** The results of one bot. */
export interface SimulationRow {
  bot: string;
  wins: number;
  win_rate: number;
  /** The 95 % confidence interval of the win rate. */
  low: number;
  high: number;
  /** Points per game, over all games. */
  points: number;
  points_low: number;
  points_high: number;
  /** The rows that it beats significantly, at the 5 % level for the whole report. */
  beats: number[];
}

/** A simulation, running or finished. */
export interface SimulationShown {
  rules: string;
  seed: number;
  /** To be played in total. */
  games: number;
  played: number;
  seconds: number;
  done: boolean;
  rows: SimulationRow[];
  /** The course so far: the intervals shrink. */
  course: SimulationMark[];
  lengths: SimulationLengths;
}

/** Take an open seat, or a bot's, while no round is being played. */
export interface Sit {
  id: number;
  type: "sit";
  seat: number;
  name: string;
  avatar?: number;
}

/** The events of one entry of the room's log. */
export interface Step {
  number: number;
  events: Event[];
  /** The seat to act after them. */
  turn: number;
}

/** The public part of a round. */
export interface Table {
  players: number;
  dealer: number;
  /** The seat to act; when the round is over, the seat that won it or was to act last. */
  turn: number;
  /** The seat that follows in the direction of play. */
  next: number;
  clockwise: boolean;
  /** What the seat to act decides: a colour, a turn, the drawn card, a penalty, a swap. */
  phase: "color" | "turn" | "drawn" | "penalty" | "swap" | "over";
  top: string | null;
  /** The current colour. */
  color: "R" | "Y" | "G" | "B" | null;
  /** The last two cards under the top, oldest first. */
  under: string[];
  /** The number of cards that the seat to act has to take, unless it can answer. */
  due: number;
  stock: number;
  sizes: number[];
  /** The seat that has one card, did not say "Uno", and may be caught. */
  uno: number | null;
  /** Milliseconds until catching is allowed, if somebody may be caught. */
  catch_in: number | null;
  turns: number;
  clock: Clock | null;
  /** Whether a bot decides for the seat to act. */
  thinking: boolean;
  winner: number | null;
  /** Who has won the round, once it is over: the seat that went out, and its partner. */
  winners: number[];
  /** What the round was worth, once it is over. */
  points: number;
  /** The points that everyone got for it. */
  scores: number[];
  /** What the cards left in each hand are worth, once it is over. */
  left: number[];
  /** All cards, when the round is over or the bots' hands are open. */
  hands: string[][] | null;
}

/** Return to the own seat's last decision in this round; only where hints are allowed. */
export interface TakeBack {
  id: number;
  type: "take_back";
  /** The number of the update that it is about; refused if the own seat has moved since. */
  at: number;
}

/** Stop waiting for a seat. */
export interface Unqueue {
  id: number;
  type: "unqueue";
}

/** The state of everything, and the events since the last update. */
export interface Update {
  type: "update";
  /** The length of the room's log: an update with a smaller number is older. */
  number: number;
  seats: number[];
  host: boolean;
  /** Whether nobody else plays, so that this client may pause the bots and hurry them. */
  alone: boolean;
  room: Room;
  table: Table | null;
  /** The hand of the seat that this client looks at. */
  hand: Hand | null;
  steps: Step[];
  /** The seats that this client may take at once. */
  sits: number[];
  /** Whether it may ask for a seat, or for one that becomes free. */
  may_queue: boolean;
  /** Whether it would need the host's permission for that. */
  must_ask: boolean;
  /** Its number in the queue. */
  guest: number | null;
  /** Set after a take-back: steps received before with a larger number than this did not happen. */
  taken_back: number | null;
  /** Everything that the seat of the hand sees, as text; only if hello asked for it. */
  view: string | null;
}

/** Somebody waiting for a seat. */
export interface Waiting {
  /** The number by which the host admits or declines them. */
  guest: number;
  name: string;
  avatar: number;
  /** The seat that they will get, if there is one for them. */
  seat: number | null;
  /** Whether the host has admitted them: they sit down with the next deal. */
  admitted: boolean;
  /** Whether they need the host's permission; others are seated automatically. */
  asks: boolean;
}

/** Ask for everyone's chance to win, as far as the own seat can know; only where hints are. */
export interface Weigh {
  id: number;
  type: "weigh";
  at: number;
}

/** The answer to hello. */
export interface Welcome {
  type: "welcome";
  version: number;
  code: string;
  /** The secret that opens the seats again; None for a spectator. Keep it. */
  token: string | null;
  /** The seats of this client: none, one, or several people at one device. */
  seats: number[];
  host: boolean;
}

export type FromServer = Welcome | Update | Dismissed | Said | Reacted | Hinted | Refused | Pong;

export type FromClient = Hello | Commit | Reveal | Move | Look | Sit | Rename | Leave | Queue | Unqueue | Admit | Decline | Remove | Handover | Arrange | Configure | Deal | Say | React | Hurry | Pause | Hint | Weigh | TakeBack | Back | Ping;
