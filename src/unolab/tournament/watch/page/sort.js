// A press on a heading sorts the table by its column, another one turns the order round.
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement;
    const column = [...head.parentElement.children].indexOf(head);
    const body = head.closest("table").tBodies[0];
    const order = head.getAttribute("aria-sort") === "descending" ? "ascending" : "descending";
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
    const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
    const compare = (a, b) => {
      const numbers = [Number(value(a)), Number(value(b))];
      return numbers.some(Number.isNaN) ? value(a).localeCompare(value(b)) : numbers[0] - numbers[1];
    };
    const sign = order === "ascending" ? 1 : -1;
    body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
  });
}
