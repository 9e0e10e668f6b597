// A game looked into: all hands open, forward and back, at its own pace.

const SILHOUETTES = {
  R: "M-84-84H84V84H-84z",
  Y: "M0-112 118 84H-118z",
  G: "M90-90v40A140 140 0 0 1-50 90h-40V50A140 140 0 0 1 50-90z",
  B: "M0-95a95 95 0 0 1 0 190 95 95 0 0 1 0-190z",
};
const COLORS = { R: "red", Y: "yellow", G: "green", B: "blue" };
const FACES = { S: "skip", V: "reverse", D: "draw two", W: "wild", F: "wild draw four" };
const PLAY = "M7 4v16l13-8z";
const PAUSE = "M5 4h5v16H5zM14 4h5v16h-5z";
const MOVE_TIME = 900; // milliseconds
const AGAIN = 1000; // until it is asked again for a first game
const LAST_TIME = 2600; // for a look at who has won, before the next game

const spoken = (card) => `${COLORS[card[0]] ?? ""} ${FACES[card[1]] ?? card[1]}`.trim();

/** Draw a card; the sheet calls a wild without a colour by its letter alone. */
function face(card, kind) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 100 150");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", spoken(card));
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${kind}-${card.replace("*", "")}`);
  made.append(use);
  return made;
}

class GameView {
  constructor() {
    this.root = byId("game");
    this.timer = 0;
    byId("newest").addEventListener("click", () => this.load());
    byId("close").addEventListener("click", () => this.open(false));
    byId("look").addEventListener("click", () => this.open(this.root.hidden));
    byId("first").addEventListener("click", () => this.jump(0));
    byId("back").addEventListener("click", () => this.jump(this.at - 1));
    byId("on").addEventListener("click", () => this.jump(this.at + 1));
    byId("play").addEventListener("click", () => this.run(!this.timer));
    byId("move").addEventListener("input", (event) => this.jump(Number(event.target.value)));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  get isOpen() {
    return !this.root.hidden;
  }

  async open(wanted) {
    this.root.hidden = !wanted;
    byId("stage").classList.toggle("looking", wanted);
    byId("look").setAttribute("aria-expanded", String(wanted));
    if (!wanted) {
      this.run(false);
      byId("look").focus();
    } else {
      await this.load();
      byId("play").focus();
    }
  }

  /** Fetch the game that was played last, and play it. */
  async load() {
    let game = null;
    let gone = false;
    try {
      const answer = await fetch("/game");
      game = answer.status === 200 ? await answer.json() : null;
    } catch {
      gone = true; // the game that is shown stays
    }
    if (!game) {
      if (this.game) return;
      byId("told").textContent = gone ? "There is no game to look into." : "No game is over yet …";
      clearTimeout(this.timer);
      this.timer = gone || !this.isOpen ? 0 : setTimeout(() => this.load(), AGAIN);
      return;
    }
    this.game = game;
    byId("deal").textContent = `${game.deal}: ${game.names.join(", ")}`;
    byId("move").max = String(game.frames.length - 1);
    this.show(0);
    this.run(!still.matches);
  }

  run(wanted) {
    clearTimeout(this.timer);
    this.timer = 0;
    if (wanted && this.game) {
      if (this.isLast) this.show(0);
      this.wait();
    }
    byId("play").querySelector("path").setAttribute("d", this.timer ? PAUSE : PLAY);
    byId("play").setAttribute("aria-label", this.timer ? "Pause" : "Play");
  }

  wait() {
    this.timer = setTimeout(
      () => {
        if (this.isLast) return this.load();
        this.show(this.at + 1);
        this.wait();
      },
      this.isLast ? LAST_TIME : MOVE_TIME,
    );
  }

  get isLast() {
    return this.at === this.game.frames.length - 1;
  }

  /** Go to a frame by hand, which stops the film. */
  jump(at) {
    if (!this.game) return;
    this.run(false);
    this.show(Math.min(Math.max(at, 0), this.game.frames.length - 1));
  }

  show(at) {
    const { frames, names, winner } = this.game;
    const before = frames[at - 1]?.hands;
    this.at = at;
    const frame = frames[at];
    const over = at === frames.length - 1;
    this.showTable(frame);
    byId("move").value = String(at);
    byId("count").textContent = `${at} of ${frames.length - 1}`;
    byId("told").replaceChildren(
      ...frame.told.map(([seat, deed]) => element("div", "", `${names[seat]} ${deed}.`)),
    );
    if (at === 0) byId("told").prepend(element("div", "", "The cards are dealt."));
    if (over && winner !== null)
      byId("told").append(element("div", "", `${names[winner]} wins this game.`));
    const acted = new Set(frame.told.map(([seat]) => seat));
    byId("seats").replaceChildren(
      ...frame.hands.map((hand, seat) => {
        const row = element("li");
        row.classList.toggle("acted", acted.has(seat));
        row.classList.toggle("turn", seat === frame.turn);
        row.classList.toggle("winner", over && seat === winner);
        row.append(this.label(seat, hand, frame, over), this.hand(hand, before?.[seat]));
        return row;
      }),
    );
    if (this.root.scrollHeight > this.root.clientHeight)
      byId("seats").querySelector(".acted")?.scrollIntoView({ block: "nearest" });
  }

  label(seat, hand, frame, over) {
    const label = element("div");
    const cards = `${hand.length} card${hand.length === 1 ? "" : "s"}`;
    const points = over && this.game.scores[seat] ? `${this.game.scores[seat]} points` : cards;
    const next = seat === frame.turn ? " · to act" : "";
    label.append(element("b", "", this.game.names[seat]), element("span", "quiet", points + next));
    return label;
  }

  /** Lay out a hand; what was not in it before comes in. */
  hand(cards, before) {
    const left = [...(before ?? cards)];
    const made = element("div", "hand");
    for (const card of cards) {
      const mini = face(card, "mini");
      const known = left.indexOf(card);
      if (known < 0) mini.setAttribute("class", "new");
      else left.splice(known, 1);
      made.append(mini);
    }
    return made;
  }

  showTable(frame) {
    const table = byId("table");
    const color = frame.top?.[0];
    table.dataset.force = color in SILHOUETTES ? color : "";
    table.querySelector(".shape path").setAttribute("d", SILHOUETTES[color] ?? SILHOUETTES.B);
    byId("top").style.visibility = frame.top ? "visible" : "hidden";
    if (frame.top) {
      byId("top").firstElementChild.setAttribute("href", `#card-${frame.top.replace("*", "")}`);
      byId("top").setAttribute("aria-label", `On top: ${spoken(frame.top)}`);
    }
    byId("stock").textContent = String(frame.stock);
    byId("direction").classList.toggle("back", frame.direction < 0);
    byId("due").textContent = frame.due ? `${frame.due} are due` : "";
  }

  key(event) {
    if (!this.isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    const range = event.target.type === "range";
    if (event.key === "Escape") this.open(false);
    else if (event.key === "ArrowRight" && !range && event.target.type !== "radio") this.jump(this.at + 1);
    else if (event.key === "ArrowLeft" && !range && event.target.type !== "radio") this.jump(this.at - 1);
    else if (event.key === " " && !event.target.closest("button, input, summary")) {
      event.preventDefault();
      this.run(!this.timer);
    } else if (event.key === "n") this.load();
  }
}
