// A table of dice on its page: a button that rolls and marks the row, and buttons for its other keys.

"use strict";
{
  const main = document.getElementById("content");
  const doc = docs.find(({ href }) => href === `rules/${main.dataset.ref}.html`);
  if (doc?.table?.dice) dice(main, doc.table);

  /** Return a number from 1 to `sides`, each as likely. */
  function rolled(sides) {
    const most = 2 ** 32 - (2 ** 32 % sides);
    let number = most;
    while (number >= most) [number] = crypto.getRandomValues(new Uint32Array(1));
    return (number % sides) + 1;
  }

  /** Return a roll of the dice of a table: a sum, or digits as of a d66. */
  function throwDice({ digits, terms, bonus, factor }) {
    if (digits) return Number([...digits].map((sides) => rolled(Number(sides))).join(""));
    let sum = bonus;
    for (const [sign, count, low, high] of terms) {
      for (let die = 0; die < count; die += 1) sum += sign * (rolled(high - low + 1) + low - 1);
    }
    const by = Number(factor.slice(1));
    if (!by) return sum;
    return factor.startsWith("/") ? Math.ceil(sum / by) : sum * by;
  }

  function group(title, labels, pick) {
    const made = element("div", "taps");
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", title);
    made.append(element("span", "label", `${title} `));
    const buttons = labels.map((label, at) => {
      const button = element("button", "", label);
      button.type = "button";
      button.setAttribute("aria-pressed", false);
      button.addEventListener("click", () => pick(at));
      return button;
    });
    made.append(...buttons);
    return { made, press: (at) => buttons.forEach((button, number) => button.setAttribute("aria-pressed", number === at)) };
  }

  /** Put buttons above a table, for a roll and for what else leads to a cell. */
  function dice(room, table) {
    const tables = [...room.querySelectorAll("table")];
    const prepared = prepare(table, doc.title);
    const across = table.ranged;
    const now = { part: table.parts.length > 1 ? -1 : 0, row: -1, column: across ? -1 : table.heads.length === 1 ? 0 : -2 };
    const box = element("section", "dice");
    const outcome = element("p", "answer");
    outcome.setAttribute("role", "status");
    const labels = {
      part: table.parts.map(({ title }) => title),
      row: (table.parts[Math.max(now.part, 0)] ?? table.parts[0]).rows.map(([label]) => label),
      column: table.heads.map(([head]) => head),
    };
    const titles = { part: doc.title, row: table.key, column: table.die };
    const groups = {};
    for (const name of ["part", "row", "column"]) {
      const wanted = name === "part" ? now.part < 0 : name === "row" ? across : across;
      if (!wanted) continue;
      groups[name] = group(titles[name], labels[name], (at) => choose(name, at));
    }
    const button = element("button", "button", `${main.dataset.roll} ${table.die}`);
    button.type = "button";
    button.addEventListener("click", () => {
      const number = throwDice(table.dice);
      const here = (value) => fits({ low: number, high: number }, value);
      if (across) return choose("column", prepared.columns.findIndex(here), number);
      // Parts may share the faces of the die: then the roll chooses the part, too.
      const rows = prepared.rows.map((values) => values.findIndex(here));
      const parts = rows.flatMap((row, part) => (row < 0 ? [] : [part]));
      if (parts.length === 1) [now.part] = parts;
      choose("row", rows[now.part] ?? parts.map((part) => rows[part])[0] ?? -1, number);
    });
    box.append(...Object.values(groups).map(({ made }) => made), button, outcome);
    (room.querySelector("table")?.closest(".ag-part") ?? room.querySelector("table")).before(box);

    function choose(name, at, number) {
      now[name] = at;
      groups[name]?.press(at);
      for (const cell of room.querySelectorAll(".chosen")) cell.classList.remove("chosen");
      const parts = now.part < 0 ? tables.map((_, place) => place) : [now.part];
      for (const part of parts) mark(tables[part], now.row, now.column);
      const known = now.part >= 0 && now.row >= 0 && (now.column >= 0 || now.column === -2);
      const roll = number === undefined ? "" : `${table.die}: ${number}. `;
      outcome.replaceChildren(roll, ...(known ? answer() : []));
    }

    function answer() {
      const [label, , , ...cells] = table.parts[now.part].rows[now.row];
      const where = [table.parts.length > 1 ? labels.part[now.part] : "", `${table.key} ${label}`, across ? labels.column[now.column] : ""].filter(Boolean).join(" · ");
      const value = now.column === -2 ? cells.filter(Boolean).join(" · ") : cells[now.column];
      return [`${where} → `, element("strong", value.length > LONGEST_VALUE ? "long" : "", value)];
    }

    /** Mark a row and a column, or the cell where they meet. */
    function mark(shown, row, column) {
      const lines = [...shown.querySelectorAll("tbody tr")];
      const cell = (line, place) => (table.across ? lines[place + 1]?.children[line + 1] : lines[line]?.children[place + 1]);
      const rows = table.parts[tables.indexOf(shown)]?.rows.length ?? 0;
      for (let line = 0; line < rows; line += 1) {
        for (let place = -1; place < table.heads.length; place += 1) {
          const both = row >= 0 && column >= 0;
          const meant = both ? line === row && place === column : (row >= 0 && line === row) || (column >= 0 && place === column);
          if (meant) cell(line, place)?.classList.add("chosen");
        }
      }
    }
  }
}
