// Generated from server/protocol/ by `python -m unolab.server.protocol.typescript`.
// A test compares; make changes there.

export const VERSION = 2;
export const LONGEST_NAME = 20;
export const LONGEST_REMARK = 200;
export const PEOPLES_FACES = 8;
export const PACES = ["calm", "normal", "quick", "instant"] as const;
export const STRENGTHS = ["easy", "medium", "hard"] as const;
export const MOODS = ["ha", "wow", "ouch", "gotcha", "hurry", "nice"] as const;
export const FACE_POINTS = {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "S": 20, "V": 20, "D": 20, "W": 50, "F": 50} as const;

/** Host: let somebody sit down who waits. */
export interface Admit {
  id: number;
  type: "admit";
  guest: number;
  /** Which seat they get; with null the one they asked for, or any. */
  seat?: number | null;
}

/** Host: change the number of seats, their order, and the bots. */
export interface Arrange {
  id: number;
  type: "arrange";
  /** The number of the update that it answers; refused when somebody has sat down since. */
  at: number;
  chairs: Chair[];
}

/** Play on, after a bot has taken over. */
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
  strengths: Record<"easy" | "medium" | "hard", string>;
}

/** One place of a new arrangement: somebody who is there already, a bot, or nobody. */
export interface Chair {
  keep?: number | null;
  bot?: string | null;
}

/** What a challenge is about, and what it costs. */
export interface Challenge {
  /** Who played the wild draw four. */
  seat: number;
  /** The colour that was in force; None when the card under it is gone. */
  color: "R" | "Y" | "G" | "B" | null;
  /** When it was a bluff: with a card of that colour in hand, or with any card that fitted. */
  test: "color" | "playable";
  /** Cards that they take if it was. */
  guilty: number;
  /** Cards that the challenger takes if it was not. */
  innocent: number;
}

/** Something that may be done now. */
export interface Choice {
  /** What to send. */
  move: string;
  kind: "play" | "draw" | "keep" | "challenge" | "name" | "swap" | "call" | "catch" | "jump";
  /** The card as it is in the hand. */
  card: string | null;
  /** The colour that a wild gets or that is named. */
  color: "R" | "Y" | "G" | "B" | null;
  /** With whom hands are swapped, or who is caught. */
  seat: number | null;
  /** Whether it leaves one card: add "!" to the move to say "Uno". */
  uno: boolean;
  challenge: Challenge | null;
}

/** How long the seat to act still has, in milliseconds. */
export interface Clock {
  left: number;
  of: number;
}

/** A code to show before there is a room; the room is made when somebody comes in by it. */
export interface CodeAsked {
  room: NewRoom;
  /** The one that was reserved before, to keep it. */
  code?: string | null;
  /** What came with it. */
  token?: string | null;
}

/** A code, and the secret that will open the seats of its room. */
export interface CodeReserved {
  code: string;
  token: string;
  seats: number[];
  /** To the server's secret for the first round, as in Fair: known before any card is. */
  commitment: string;
  /** Whether somebody has come in already: there is a room now. */
  made: boolean;
}

/** Take part in the next deal with a secret of one's own, whose SHA-256 this is. */
export interface Commit {
  id: number;
  type: "commit";
  commitment: string;
  /** As in the update that it answers: how many rounds were dealt before. */
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

/** How a bot stands in a tournament. */
export interface ContestRow {
  /** Equal ones share one. */
  rank: number;
  name: string;
  avatar: number;
  bot: string;
  played: number;
  won: number;
  points: number;
  /** Strength on a scale with 1500 in the middle, as in all tournaments of unolab. */
  rating: number;
  /** How far the rating's interval of 95 % reaches to either side. */
  reach: number;
}

/** A tournament of bots, which is played in a room for people to watch. */
export interface ContestShown {
  /** In all. */
  matches: number;
  played: number;
  /** The best first. */
  rows: ContestRow[];
}

/** Begin, go on with the next round, or play again; among several people, be ready for it. */
export interface Deal {
  id: number;
  type: "deal";
}

/** Host: do not let somebody sit down who waits. */
export interface Decline {
  id: number;
  type: "decline";
  guest: number;
  /** Whether they may not come back to this room. */
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
  /** Who did it, or whom it befell. */
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

/** What it takes to check that nobody chose the cards; ``docs/fairness.md`` tells how. */
export interface Fair {
  /** The SHA-256 of the server's secret for the round being played, or just ended. */
  commitment: string | null;
  /** What the players' devices added to it. */
  shares: Share[];
  /** The server's secret, once that round is over. */
  secret: string | null;
  /** The seed that the secrets made, once that round is over. */
  seed: string | null;
  /** The same for the next round: shown before the deal, and before anybody else commits. */
  next_commitment: string;
  next_shares: Share[];
  /** Whether the commitments are fixed and secrets are awaited. */
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

/** What one seat knows and may do; sent to nobody else. */
export interface Hand {
  seat: number;
  cards: string[];
  /** The card just drawn, which may be played. */
  drawn: string | null;
  choices: Choice[];
}

/** Host: let another person at the table be the host. */
export interface Handover {
  id: number;
  type: "handover";
  at: number;
  seat: number;
}

/** Whether the server is well. */
export interface Health {
  /** Whether the database takes what is written; where not, the status is 503. */
  ok: boolean;
  version: string;
}

/** The first message: which room, and as whom. */
export interface Hello {
  id: number;
  type: "hello";
  /** The version of the protocol that the client was written for. */
  version: number;
  room: string;
  /** Without one a spectator comes in, who may sit down later. */
  token?: string | null;
  /** The number of the last update that was seen: what happened after it is told. */
  since?: number;
  /** To a secret for the next deal, as in Commit. */
  commitment?: string | null;
  /** Whether updates come with ``view``, for programs that know how to read positions. */
  views?: boolean;
}

/** Let the bot that thinks act at once; when paused, this is one step. */
export interface Hurry {
  id: number;
  type: "hurry";
}

/** Give up the seat for good: a bot plays on, or it is open again. */
export interface Leave {
  id: number;
  type: "leave";
}

/** Show another of the own seats (or none), when people share a device. */
export interface Look {
  id: number;
  type: "look";
  seat: number | null;
}

/** Something that is worth telling of a round or a match, once it is over. */
export interface Moment {
  /** caught: without Uno, by the other. doubted: challenged the other in vain. struck: took cards with one card left. drew: that many on one turn. hit: made the other take cards. bluff: saw through the other's. swapped: gave the other that many cards more. out: won the round. */
  kind: "caught" | "doubted" | "struck" | "drew" | "hit" | "bluff" | "swapped" | "out";
  /** The round of the match in which it happened. */
  round: number;
  seat: number;
  other: number | null;
  /** The card that it is about. */
  card: string | null;
  /** How many cards. out: the points. */
  count: number;
}

/** Make a move, or try to. */
export interface Move {
  id: number;
  type: "move";
  move: string;
  /** The number of the update that it answers; refused when the table has moved on since. */
  at: number;
  /** Which seat makes it, for clients that have several. */
  seat?: number | null;
}

/** How others reach this server, as told to the machine that it runs on. */
export interface Network {
  /** Whether only this machine can reach it. */
  local: boolean;
  /** What links for others begin with, if not with the address that was asked. */
  address: string | null;
  /** Whether the page may open it to the network. */
  may_open: boolean;
}

/** A tournament of bots to be. */
export interface NewContest {
  /** How many sit at the table in a match. */
  table?: number;
  matches?: number;
}

/** A room to be. */
export interface NewRoom {
  rules?: string;
  seats: NewSeat[];
  /** By default 60 seconds among people, and none for who plays alone. */
  timer?: number | null;
  pace?: "calm" | "normal" | "quick" | "instant";
  open_hands?: boolean;
  /** A deal as text, ``official/4/42``, in place of rules and of a secret seed. */
  deal?: string | null;
  /** Whether to deal as soon as the host says hello. */
  start?: boolean;
  /** Let those at the seats, 3 to 8 bots, play a tournament. */
  contest?: NewContest | null;
}

/** A seat of a room to be. */
export interface NewSeat {
  /** The one who asks, another person at the same device, anybody who comes, or a bot. */
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
  /** A sentence for each value, by its text; under "" the one for every other number. */
  meanings: Record<string, string>;
}

/** What the host decides besides the rules. */
export interface Options {
  timer: number;
  pace: "calm" | "normal" | "quick" | "instant";
  /** Whether everyone sees all cards; only ever done while nobody but bots plays. */
  open_hands: boolean;
  /** Whether nobody chose a time for a turn: it is 60 seconds among people, and none alone. */
  usual_timer: boolean;
  /** Who may sit down: everyone, whom the host lets, or nobody new. */
  door: "open" | "ask" | "locked";
}

/** Stop the bots, or let them go on. */
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

/** Wait for a seat: for this one or, with null, for any; where need be, ask the host. */
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

/** Somebody shows a mood. */
export interface Reacted {
  type: "reacted";
  seat: number;
  mood: "ha" | "wow" | "ouch" | "gotcha" | "hurry" | "nice";
}

/** A message that changed nothing, and why. */
export interface Refused {
  type: "refused";
  /** The number of the message, if it could be read. */
  id: number | null;
  /** A word for programs: does_not_fit, not_your_turn, stale, too_fast, ... */
  code: string;
  /** A sentence in English. */
  text: string;
  /** does_not_fit: the card that lies on top. */
  top: string | null;
  due: number;
}

/** Host: remove a person from the table, at any time; a bot plays on, or the seat is open. */
export interface Remove {
  id: number;
  type: "remove";
  /** The number of the update that it answers, as for Arrange. */
  at: number;
  seat: number;
  /** Whether they may not come back to this room. */
  ban?: boolean;
}

/** Change one's own name or face. */
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

/** Tell that secret, once ``fair.drawing`` says that all commitments are fixed. */
export interface Reveal {
  id: number;
  type: "reveal";
  secret: string;
  rounds: number;
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
  /** Points of everyone, with the round that has just ended. */
  totals: number[];
  /** The total that ends the match; 0 when it is one round. */
  target: number;
  /** The seats from the best total to the worst. */
  standing: number[];
  /** Who has won the match, once it is over. */
  winners: number[];
  /** What was worth telling of the round that has just ended, or of the match; at most three. */
  story: Moment[];
  fair: Fair;
  /** Whether the cards are about to be dealt, as soon as the devices have told their secrets. */
  dealing: boolean;
  spectators: number;
  paused: boolean;
  /** Milliseconds until the next round is dealt whoever is ready. */
  deals_in: number | null;
  /** The tournament that is played here, if it is one. */
  contest: ContestShown | null;
  /** Those who wait for a seat, the first in the queue first. */
  waiting: Waiting[];
}

/** A new room, and the secret that opens its seats. */
export interface RoomMade {
  code: string;
  token: string;
  seats: number[];
  /** To the server's secret for the first round, as in Fair: known before any card is. */
  commitment: string;
}

/** What may be known of a room from outside. */
export interface RoomShown {
  code: string;
  stage: "lobby" | "playing" | "pause" | "over";
  rules: string;
  seats: Seat[];
  /** The rounds that are over. */
  replays: string[];
  /** The last ones of these, with what they came to; the latest first. */
  rounds: RoundShown[];
}

/** What a round came to that is over. */
export interface RoundShown {
  /** Of its replay. */
  id: string;
  rules: string;
  names: string[];
  /** The seat that won; None if nobody did. */
  winner: number | null;
  /** What it was worth; None where no points are counted. */
  points: number | null;
  turns: number;
}

/** What rules mean, or why they can't be. */
export interface RulesAnswer {
  /** Their text, when they are possible. */
  rules: string | null;
  /** What differs from the official game. */
  said: string[];
  values: Record<string, boolean | number | string>;
  /** One sentence, when they are not possible. */
  problem: string | null;
  /** The options that don't go together. */
  clash: string[];
}

/** Rules to look at: a text, and changes to it. */
export interface RulesAsked {
  rules?: string;
  /** By the names of options, each at most once. */
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
  /** Whose it is, in eight letters that stay with a person who is renamed or moves to another seat; people at one device have the same. */
  device: string | null;
  /** Its text, when it is a bot. */
  bot: string | null;
  /** Set when the bot was chosen by its strength. */
  strength: "easy" | "medium" | "hard" | null;
  /** Whether a person is connected. */
  here: boolean;
  /** Whether a bot plays for this person until they are back. */
  away: boolean;
  /** Whether this person wants the next round to be dealt. */
  ready: boolean;
  host: boolean;
  /** Milliseconds until a bot takes over from a person who is not connected. */
  bot_in: number | null;
  /** 0 or 1 where partners play together. */
  team: number | null;
  /** Whether a bot plays on for somebody who has left, and who may come back. */
  left: boolean;
}

/** What one device adds to a deal. */
export interface Share {
  /** The first of its seats; None for somebody who watches bots. */
  seat: number | null;
  /** The SHA-256 of its secret. */
  commitment: string;
  /** None until it is told; it stays so if it was not told in time. */
  secret: string | null;
}

/** How long the games took. */
export interface SimulationLengths {
  /** Turns that each count is for. */
  width: number;
  /** Games that took up to so many turns, up to twice as many, ... */
  counts: number[];
  /** Games that took longer than all of these. */
  longer: number;
  /** In how many turns a quarter, half and three quarters of the games were over. */
  quartiles: number[];
}

/** How the win rates stood after so many games; with a number for every row. */
export interface SimulationMark {
  played: number;
  win_rates: number[];
  lows: number[];
  highs: number[];
}

/** How one bot does. */
export interface SimulationRow {
  bot: string;
  wins: number;
  win_rate: number;
  /** The win rate's interval of 95 %. */
  low: number;
  high: number;
  /** A game, of all games. */
  points: number;
  points_low: number;
  points_high: number;
  /** The rows that it wins more often than, by more than chance does in one report of twenty. */
  beats: number[];
}

/** A simulation that is running, or has ended. */
export interface SimulationShown {
  rules: string;
  seed: number;
  /** To be played in all. */
  games: number;
  played: number;
  seconds: number;
  done: boolean;
  rows: SimulationRow[];
  /** How it stood early on, and now and then since: the intervals shrink. */
  course: SimulationMark[];
  lengths: SimulationLengths;
}

/** Take a seat that is open, or a bot's, while no round is being played. */
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

/** The open part of a round. */
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
  /** The colour in force. */
  color: "R" | "Y" | "G" | "B" | null;
  /** The last two cards under the top, oldest first. */
  under: string[];
  /** Cards that the seat to act has to take, unless it can answer. */
  due: number;
  stock: number;
  sizes: number[];
  /** The seat that has one card, did not say "Uno", and may be caught. */
  uno: number | null;
  /** Milliseconds until catching is allowed, when somebody may be caught. */
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
  /** What everyone got from it. */
  scores: number[];
  /** What the cards left in each hand are worth, once it is over. */
  left: number[];
  /** All cards: when the round is over, or when the hands of bots are open. */
  hands: string[][] | null;
}

/** Do not wait any longer. */
export interface Unqueue {
  id: number;
  type: "unqueue";
}

/** Where everything stands, and what happened since the last one. */
export interface Update {
  type: "update";
  /** Entries in the room's log: an update with a smaller number is older. */
  number: number;
  seats: number[];
  host: boolean;
  /** Whether nobody else plays, so that this client may pause the bots and hurry them. */
  alone: boolean;
  room: Room;
  table: Table | null;
  /** Of the seat that this client looks at. */
  hand: Hand | null;
  steps: Step[];
  /** The seats that this client may take at once. */
  sits: number[];
  /** Whether it may ask for a seat, or for one of those that become free. */
  may_queue: boolean;
  /** Whether it would need the host's word for that. */
  must_ask: boolean;
  /** Its number among those who wait. */
  guest: number | null;
  /** Everything that the seat of the hand sees, as text; only if hello asked for views. */
  view: string | null;
}

/** Somebody who waits for a seat. */
export interface Waiting {
  /** By this number the host lets them in, or does not. */
  guest: number;
  name: string;
  avatar: number;
  /** The seat that they will have, if there is one for them. */
  seat: number | null;
  /** Whether the host has said yes: they sit down with the next deal. */
  admitted: boolean;
  /** Whether they need the host's word; others sit down by themselves. */
  asks: boolean;
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

export type FromServer = Welcome | Update | Dismissed | Said | Reacted | Refused | Pong;

export type FromClient = Hello | Commit | Reveal | Move | Look | Sit | Rename | Leave | Queue | Unqueue | Admit | Decline | Remove | Handover | Arrange | Configure | Deal | Say | React | Hurry | Pause | Back | Ping;
