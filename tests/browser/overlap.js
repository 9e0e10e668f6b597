// What stands on the table, and what of it lies over something else or outside the window.
async ({ most }) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  /** What ends soon; what fades only later is to be seen as it is, and what is not drawn stands still. */
  const ended = (one) => {
    const { iterations, delay } = one.effect?.getComputedTiming() ?? {};
    return iterations !== Infinity && delay < 1_000 && one.effect?.target?.checkVisibility() !== false;
  };
  const table = document.querySelector("main.table");
  /** The table follows the window a moment later: wait until everything has its place. */
  const places = () =>
    [...table.querySelectorAll("section, button, .under, .stage")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    });
  let last = "";
  for (let quiet = 0, tries = 0; quiet < 2 && tries < 200; tries += 1) {
    await frame();
    await Promise.allSettled(document.getAnimations().filter(ended).map((one) => one.finished));
    const now = JSON.stringify(places());
    const fits = parseFloat(table.style.getPropertyValue("--sx")) * 2 === innerWidth;
    quiet = fits && now === last ? quiet + 1 : 0;
    last = now;
  }
  const found = [];
  const wrong = new Set();
  const add = (group, name, rect, more = {}) => {
    if (rect.width > 0.5 && rect.height > 0.5)
      found.push({ group, name, x: rect.left, y: rect.top, right: rect.right, bottom: rect.bottom, ...more });
  };
  /** Text is as wide as its letters, not as its box. */
  const written = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return new DOMRect(
      Math.max(text.left, box.left),
      text.top,
      Math.min(text.right, box.right) - Math.max(text.left, box.left),
      text.height,
    );
  };
  const all = (selector, group, text = false, more = {}) => {
    for (const [i, one] of [...document.querySelectorAll(`main.table ${selector}`)].entries()) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      add(group ?? `${selector} ${i}`, selector, text ? written(one) : one.getBoundingClientRect(), more);
    }
  };
  for (const [i, seat] of [...document.querySelectorAll("main.table .seat")].entries()) {
    const group = `seat ${i}`;
    const part = (selector, text = false) => {
      for (const one of seat.querySelectorAll(selector))
        add(group, `${group} ${selector}`, text ? written(one) : one.getBoundingClientRect());
    };
    part(".face");
    part(".count");
    part(".hold");
    part(".next");
    part(".who > span:last-child", true);
    part(".name > small", true);
    part(".said > *");
    part(".burst svg");
  }
  // nobody who watches lifts a card
  for (const banner of document.querySelectorAll(".banner")) {
    add("banner", "banner", banner.getBoundingClientRect(), { over: "hand" });
    for (const inner of banner.children)
      if (inner.getBoundingClientRect().right > banner.getBoundingClientRect().right) wrong.add("the banner is too narrow");
  }
  all(".bar .about", "bar", true);
  all(".bar .icons", "bar");
  all(".bar .mark", "bar");
  all(".line", "line", true);
  all(".stock .first", "piles");
  all(".stock .count", "piles");
  all(".discards .spot", "piles");
  all(".under .force", "color");
  all(".under .due", "color");
  all(".hint", "hint");
  all(".drawn .button", "drawn");
  all("button.edge", "edge", false, { over: "hand" });
  all(".hurry", "hurry");
  all(".penalty svg", "penalty");
  all(".me .face", "me");
  all(".me .seconds", "me");
  all(".me .what", "me", true);
  all(".me .turn small", "me", true);
  all("button.uno > svg", "uno");
  all("button.uno .note", "uno", true);
  const hand = table.querySelector(".hand");
  const shown = hand?.getBoundingClientRect();
  for (const card of hand?.querySelectorAll(".held") ?? []) {
    const box = card.getBoundingClientRect();
    const scrolls = hand.classList.contains("scrolls");
    const [left, right] = scrolls ? [Math.max(box.left, shown.left), Math.min(box.right, shown.right)] : [box.left, box.right];
    add("hand", "card", new DOMRect(left, box.top, Math.max(0, right - left), box.height), { foot: true });
  }
  all(".join img", "join");
  all(".join p", "join", true);
  all("p.turn b", "whose turn", true);
  all(".pick", null);
  all(".pick b", "words", true, { within: true });
  all(".title", "title", true);
  all(".middle .top", "wild");
  // a question lies over the piles, and over nobody; the names of all may stand in place of their seats
  for (const asked of table.querySelectorAll(".challenge, .swap")) {
    add("question", "question", asked.getBoundingClientRect());
    const free = ["me", "uno", "hand", "penalty", "bar"];
    const list = asked.matches(".swap");
    for (const one of [...found])
      if (one.name !== "question" && !free.includes(one.group) && (list || !one.group.startsWith("seat")))
        found.splice(found.indexOf(one), 1);
    for (const name of asked.querySelectorAll(".name"))
      if (name.scrollWidth > name.clientWidth + 1) wrong.add(`${name.textContent} is cut off in the list`);
    const room = asked.querySelector(".partners") ?? asked;
    if (room.scrollHeight > room.clientHeight + 1) wrong.add("the question is cut off");
    // a list covers all of a seat or nothing
    const box = asked.getBoundingClientRect();
    for (const seat of list ? table.querySelectorAll(".seat .face") : []) {
      const face = seat.getBoundingClientRect();
      const apart =
        face.right <= box.left + 2 || face.left >= box.right - 2 || face.bottom <= box.top + 2 || face.top >= box.bottom - 2;
      const within =
        face.left >= box.left - 2 && face.right <= box.right + 2 && face.top >= box.top - 2 && face.bottom <= box.bottom + 2;
      if (!apart && !within) wrong.add("the list cuts a face");
    }
  }
  // an arc is not as large as its box: small squares along it
  const asked = found.some(({ name }) => name === "question");
  for (const arc of asked ? [] : document.querySelectorAll("main.table .orbit:not(.away) .arc")) {
    if (!arc.checkVisibility()) continue;
    const [whole, place] = [arc.getTotalLength(), arc.getScreenCTM()];
    for (let at = 0; at <= 6; at += 1) {
      const { x, y } = arc.getPointAtLength((whole * at) / 6).matrixTransform(place);
      const thick = 11 * place.a;
      add("arrows", "arrow", new DOMRect(x - thick / 2, y - thick / 2, thick, thick));
    }
  }

  const slack = 1.5;
  const meet = (a, b) =>
    a.x < b.right - slack && b.x < a.right - slack && a.y < b.bottom - slack && b.y < a.bottom - slack;
  // the parts of a seat belong together, but for these
  const APART = [
    [".who > span:last-child", ".count"],
    [".who > span:last-child", ".next"],
    [".said > *", ".next"],
  ];
  for (const one of found) {
    for (const other of found) {
      if (one === other || one.within || other.within) continue;
      if (one.over === other.group || other.over === one.group) continue;
      const apart = APART.some(([a, b]) => one.name.endsWith(a) && other.name.endsWith(b));
      if ((one.group === other.group && !apart) || !meet(one, other)) continue;
      const what = [one.name, other.name].sort().join(" on ");
      wrong.add(what);
    }
    const low = one.foot ? Infinity : innerHeight + slack;
    if (one.x < -slack || one.y < -slack || one.right > innerWidth + slack || one.bottom > low)
      wrong.add(`${one.name} leaves the window`);
  }
  for (const name of document.querySelectorAll("main.table .seat .who > span:last-child"))
    if (name.scrollWidth > name.clientWidth + 1) wrong.add(`${name.textContent} is cut off`);
  for (const text of document.querySelectorAll("main.table .me .what, main.table button.uno .note, main.table .hint"))
    if (text.scrollHeight > text.clientHeight * 1.2 && getComputedStyle(text).overflow === "hidden")
      wrong.add(`"${text.textContent}" is cut off`);
  return [...wrong].slice(0, most);
}
