// The bars: one for everyone, as high as what they have, the leader's as high as the games are far.

const CROWN = "M2 19 0 6l6 5 6-9 6 9 6-5-2 13z";
const SHAPES = [
  "M10 0a10 10 0 0 1 0 20 10 10 0 0 1 0-20z",
  "M10 1 21 20H-1z",
  "M20 0v4.4A15.6 15.6 0 0 1 4.4 20H0v-4.4A15.6 15.6 0 0 1 15.6 0z",
  "M10 0 20 10 10 20 0 10z",
];
const NARROW = 50; // pixels for a bar,
const FIGURE = 7.4; // and for a figure of its total

const SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const format = new Intl.NumberFormat("en-GB");

const px = (number) => `${number.toFixed(1)}px`;
const byId = (id) => document.getElementById(id);

/** Make an element with a class and a text; what people wrote is never more than text. */
function element(tag, kind = "", text = "") {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text) made.textContent = text;
  return made;
}

/** Make a drawing of one path. */
function drawing(path, box, kind = "") {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", box);
  made.setAttribute("aria-hidden", "true");
  if (kind) made.setAttribute("class", kind);
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  made.append(shape);
  return made;
}

class Column {
  constructor(name, at) {
    this.root = element("div", "column");
    this.root.setAttribute("role", "listitem");
    this.over = element("div", "over");
    this.total = element("span", "total", "0");
    this.over.append(drawing(CROWN, "-2 -1 28 22", "crown"), this.total);
    this.bar = element("div", "bar");
    const shape = SHAPES[at % SHAPES.length];
    this.bar.append(drawing(shape, "-1 -1 22 22", "plane"), drawing(shape, "-1 -1 22 22"));
    this.whisker = element("div", "whisker");
    this.name = element("div", "name", name);
    this.note = element("small");
    this.name.append(this.note);
    const track = element("div", "track");
    track.append(this.over, this.bar, this.whisker);
    this.root.append(track, this.name);
    this.track = track;
  }
}

class Chart {
  constructor(root, plan) {
    this.root = root;
    this.plan = plan;
    this.columns = plan.names.map((name, at) => new Column(name, at));
    root.replaceChildren(...this.columns.map((column) => column.root));
    this.shown = this.from = this.to = null;
    new ResizeObserver(() => this.fit()).observe(root);
  }

  /** Stand names and totals upright where they have no room, and let all bars begin level. */
  fit() {
    const last = this.shown?.share ? Math.max(...this.shown.values) / this.shown.share : 0;
    const wide = Math.max(NARROW, FIGURE * format.format(Math.round(last)).length);
    this.root.classList.toggle("many", this.root.clientWidth / this.columns.length < wide);
    this.root.style.removeProperty("--name");
    const names = this.columns.map((column) => column.name.offsetHeight);
    this.root.style.setProperty("--name", px(Math.max(...names)));
    this.draw();
  }

  /** Go to another state within some seconds, evenly, and then say that it is reached. */
  go(state, seconds, reached) {
    const values = state.rows.map((row) => (this.plan.of_wins ? row.wins : row.points));
    const share = state.games / state.wanted;
    const reach = state.rows.map((row) =>
      this.plan.of_wins ? row.rate_reach * row.games : row.average_reach * row.games,
    );
    this.to = { values, reach, share, games: state.games };
    this.from = this.shown ?? { ...this.to, values: values.map(() => 0), share: 0, games: 0 };
    this.start = performance.now();
    this.length = still.matches ? 0 : Math.max(seconds, 0.12) * 1000;
    this.reached = reached;
    if (!this.moving) this.step();
  }

  /** Be there at once, because somebody can't wait. */
  hurry() {
    if (!this.moving) return;
    this.from = this.shown;
    this.start = performance.now();
    this.length = 150;
  }

  step() {
    const part = this.length ? Math.min((performance.now() - this.start) / this.length, 1) : 1;
    const between = (a, b) => a + (b - a) * part;
    this.shown = {
      values: this.to.values.map((value, at) => between(this.from.values[at], value)),
      reach: this.to.reach.map((value, at) => between(this.from.reach[at], value)),
      share: between(this.from.share, this.to.share),
      games: between(this.from.games, this.to.games),
    };
    this.draw();
    this.moving = part < 1;
    if (this.moving) requestAnimationFrame(() => this.step());
    this.reached?.(part === 1);
  }

  draw() {
    if (!this.shown) return;
    const { values, reach, share } = this.shown;
    const most = Math.max(...values, 1);
    const above = this.root.classList.contains("intervals") ? Math.max(...reach) / most : 0;
    this.columns.forEach((column, at) => {
      const room = (column.track.clientHeight - column.over.offsetHeight - 8) / (1 + above);
      const height = Math.max(0, room * share * (values[at] / most));
      const half = room * share * (reach[at] / most);
      const low = Math.max(0, height - half);
      column.bar.style.height = px(height);
      column.whisker.style.bottom = px(low);
      column.whisker.style.height = px(height + half - low);
      column.over.style.transform = above ? `translateY(-${px(half)})` : "";
      column.total.textContent = format.format(Math.round(values[at]));
    });
  }

  /** Show who leads, who is out, and at the end who has won. */
  mark(state, ended) {
    const before = this.columns.map((column) => column.note.textContent).join();
    state.rows.forEach((row, at) => {
      const { root, note } = this.columns[at];
      root.classList.toggle("leads", state.games > 0 && row.rank === 1 && !row.out);
      root.classList.toggle("out", row.out);
      root.classList.toggle("won", ended && state.winners.includes(this.plan.names[at]));
      const faults = row.faults ? `${format.format(row.faults)} fault${row.faults > 1 ? "s" : ""}` : "";
      note.textContent = row.out ? `out, ${faults}` : faults;
      const value = format.format(this.plan.of_wins ? row.wins : row.points);
      const what = this.plan.of_wins ? "matches won" : "points";
      root.setAttribute("aria-label", `${this.plan.names[at]}: ${row.out ? "out" : `rank ${row.rank}`}, ${value} ${what}`);
    });
    const after = this.columns.map((column) => column.note.textContent).join();
    if (ended || after !== before) this.fit();
  }

  /** Stand in the order of the ranks, or in that of the players file; everyone glides there. */
  sort(rows, sorted) {
    const order = rows.map((_, at) => at);
    if (sorted) order.sort((a, b) => rows[a].rank - rows[b].rank || a - b);
    const roots = order.map((at) => this.columns[at].root);
    if (roots.every((root, at) => root.style.order === String(at))) return;
    const before = roots.map((root) => root.getBoundingClientRect().left);
    roots.forEach((root, at) => (root.style.order = String(at)));
    roots.forEach((root, at) => {
      const way = before[at] - root.getBoundingClientRect().left;
      if (way && !still.matches)
        root.animate([{ transform: `translateX(${way}px)` }, { transform: "none" }], {
          duration: 400,
          easing: "cubic-bezier(.2,0,0,1)",
        });
    });
  }
}
