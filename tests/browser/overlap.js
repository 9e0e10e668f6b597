// What stands on the table, and what of it lies over something else or outside the window.
async ({ most }) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  await Promise.allSettled(
    document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity).map((one) => one.finished),
  );
  const found = [];
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
      if (getComputedStyle(one).visibility === "hidden") continue;
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
  all(".drawn", "drawn");
  all(".hurry", "hurry");
  all(".penalty svg", "penalty");
  all(".me .face", "me");
  all(".me .seconds", "me");
  all(".me .what", "me", true);
  all(".me .turn small", "me", true);
  all("button.uno > svg", "uno");
  all("button.uno .note", "uno", true);
  all(".hand .held", "hand", false, { foot: true });
  all(".pick", null);
  all(".pick b", "words", true, { within: true });
  all(".title", "title", true);
  all(".middle .top", "wild");
  all(".orbit .arc", "arrows");

  const slack = 1.5;
  const meet = (a, b) =>
    a.x < b.right - slack && b.x < a.right - slack && a.y < b.bottom - slack && b.y < a.bottom - slack;
  const wrong = new Set();
  // a name is not under its own count, and the other parts of a seat belong together
  for (const one of found) {
    for (const other of found) {
      if (one === other || one.within || other.within) continue;
      const names = one.name.endsWith(".who > span:last-child") && other.name.endsWith(".count");
      if ((one.group === other.group && !names) || !meet(one, other)) continue;
      const what = [one.name, other.name].sort().join(" on ");
      wrong.add(what);
    }
    const low = one.foot ? Infinity : innerHeight + slack;
    const scrolls = one.group === "hand" && document.querySelector(".hand.scrolls") !== null;
    if (!scrolls && (one.x < -slack || one.y < -slack || one.right > innerWidth + slack || one.bottom > low))
      wrong.add(`${one.name} leaves the window`);
  }
  for (const name of document.querySelectorAll("main.table .seat .who > span:last-child"))
    if (name.scrollWidth > name.clientWidth + 1) wrong.add(`${name.textContent} is cut off`);
  for (const text of document.querySelectorAll("main.table .me .what, main.table button.uno .note, main.table .hint"))
    if (text.scrollHeight > text.clientHeight + 3 && getComputedStyle(text).overflow === "hidden")
      wrong.add(`"${text.textContent}" is cut off`);
  return [...wrong].slice(0, most);
}
