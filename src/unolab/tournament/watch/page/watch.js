// The page: it hears how the games stand, and says when to begin and how fast.

const FIGURES_EVERY = 500; // milliseconds
const QUIET = 2000; // milliseconds without a new game, after which it is said that they go on

const view = new GameView();
let plan = null;
let chart = null;
let state = null;
let ended = false;
let tenth = -1; // of the games, the last one that was said aloud
let written = 0;
let moved = 0; // when there were new games
let wishes = 0; // that are on their way: until then the pace is the one wished for

const post = (path) => fetch(path, { method: "POST" }).catch(() => {});

byId("start").addEventListener("click", () => {
  if (state?.started) view.open(true);
  else post("/start");
});
byId("paces").addEventListener("change", async (event) => {
  wishes += 1;
  await post(`/pace/${event.target.value}`);
  wishes -= 1;
});
byId("intervals").addEventListener("change", (event) => {
  byId("chart").classList.toggle("intervals", event.target.checked);
  chart?.draw();
});
byId("sorted").addEventListener("change", (event) => {
  if (state?.rows) chart.sort(state.rows, event.target.checked);
});
byId("figures").addEventListener("toggle", () => state?.rows && writeFigures());

const events = new EventSource("/events");
events.addEventListener("plan", (event) => {
  if (plan) return; // the line was down for a moment
  plan = JSON.parse(event.data);
  byId("title").textContent = plan.title + (plan.fewer ? "; fewer points are better" : "");
  chart = new Chart(byId("chart"), plan);
});
events.addEventListener("state", (event) => hear(JSON.parse(event.data)));
events.addEventListener("error", () => {
  events.close();
  chart?.hurry();
  byId("verdict").querySelector("a")?.remove(); // there is nobody to show it any more
  if (!ended) byId("verdict").textContent = "The connection is lost; this is how it stood.";
});

function hear(news) {
  const isNew = news.games !== undefined && (news.games !== state?.games || news.complete !== state?.complete);
  if (isNew || !state?.started) moved = performance.now();
  state = news;
  for (const input of byId("paces").querySelectorAll("input"))
    if (!wishes) input.checked = input.value === news.pace;
  showStart();
  if (isNew) {
    chart.mark(news, false);
    if (byId("sorted").checked) chart.sort(news.rows, true);
    if (performance.now() - written > FIGURES_EVERY || news.complete) writeFigures();
    chart.go(news, news.held, (arrived) => showProgress(arrived)); // the last: it may be the end
  } else if (ended) showEnd(); // the report may have come
  else {
    if (news.pace === "full") chart?.hurry();
    if (news.started && !chart.moving) showLife();
  }
}

/** Say that games are played, while slow programs think. */
function showLife() {
  const quiet = performance.now() - moved;
  if (quiet < QUIET) return;
  const sofar = state.games ? `${counted(state.games)}; the next` : `The first ${plan.unit}`;
  byId("pace-text").textContent = `${sofar} are being played, ${Math.round(quiet / 1000)} s`;
}

const counted = (games) => `${format.format(Math.round(games))} of ${format.format(state.wanted)} ${plan.unit}`;

function showStart() {
  const start = byId("start");
  start.disabled = false;
  start.classList.toggle("ready", !state.started);
  byId("start-label").textContent = state.started ? "See a game" : "Start";
  byId("look").disabled = !state.started;
  byId("chart").classList.toggle("begun", state.started);
  if (state.started && state.games === undefined) byId("pace-text").textContent = "Shuffling …";
}

/** Follow the bars, so that everything on the page is at the same game. */
function showProgress(arrived) {
  const { games, share } = chart.shown;
  const pace = state.pace === "full" && state.per_second ? `, ${format.format(state.per_second)}/s` : "";
  byId("progress").firstElementChild.style.width = `${100 * share}%`;
  byId("pace-text").textContent = state.games ? `${counted(games)}${pace}` : "Shuffling …";
  byId("progress").setAttribute("aria-valuenow", String(Math.round(100 * share)));
  if (Math.floor(10 * share) > tenth) {
    tenth = Math.floor(10 * share);
    const leaders = plan.names.filter((_, at) => state.rows[at].rank === 1 && !state.rows[at].out);
    const lead = state.games && leaders.length ? `; ${leaders.join(" and ")} in the lead` : "";
    byId("said").textContent = counted(state.games) + lead; // the bars are still on their way there
  }
  if (arrived && (state.complete || state.interrupted)) showEnd();
}

function showEnd() {
  ended = true;
  chart.mark(state, true);
  byId("paces").disabled = true;
  const said = element("span", "", state.verdict.join(" "));
  byId("verdict").replaceChildren(said);
  if (state.report) {
    const link = element("a", "button main", "Open the report");
    link.href = "/report";
    link.target = "_blank";
    byId("verdict").append(link);
  }
}

function writeFigures() {
  written = performance.now();
  if (!byId("figures").open) return;
  const row = (cells, tag) => {
    const made = element("tr");
    made.append(...cells.map((cell) => element(tag, "", String(cell))));
    return made;
  };
  const order = state.rows.map((_, at) => at).sort((a, b) => state.rows[a].rank - state.rows[b].rank);
  const [table] = byId("figures").getElementsByTagName("table");
  const single = plan.of_wins ? "a match" : "a game";
  const heads = ["", "player", "strategy", "won", "points", single, "±", "rating", "±", "faults"];
  table.tHead.replaceChildren(row(heads, "th"));
  table.tBodies[0].replaceChildren(
    ...order.map((at) => {
      const one = state.rows[at];
      const known = (figure) => (one.games ? figure : "–");
      const figures = [
        known(`${(100 * one.rate).toFixed(1)} %`),
        format.format(one.points),
        known(one.average.toFixed(2)),
        known(one.average_reach.toFixed(2)),
        known(one.rating),
        known(one.rating_reach),
        one.faults || "",
      ];
      return row([one.out ? "–" : one.rank, plan.names[at], plan.strategies[at], ...figures], "td");
    }),
  );
}
