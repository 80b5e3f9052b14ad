// The cell of a table that a question leads to. What is not certain is not guessed: then the rows that fit are shown.

"use strict";
const MOST_NUMBERS = 6;
const RARE = 2; // records: a word in the names of more of them does not name a rule

/** Return what a label says: its number, if it has one, and its words. */
function labelled([label, low, high, ...also]) {
  const read = items(label);
  const numbers = read.filter((one) => one.kind === "number");
  const words = read.filter((one) => one.kind === "word" && !IGNORED.has(one.word)).map((one) => one.word);
  if (low !== null || high !== null) return { low: low ?? -Infinity, high: high ?? Infinity, words: [...words, ...also.flatMap(content)] };
  const [only] = numbers;
  return numbers.length === 1 && words.length && !Number.isNaN(only.low) ? { low: only.low, high: only.high, words, counted: true } : { low: null, words: content(label) };
}

/** Return a way to choose in a table: by part, row or column. `labels` are those of its values. */
function axis(labels, header, extra = []) {
  const read = labels.map(labelled);
  const differ = new Set(read.filter((value) => value.counted).map((value) => value.words.join(" "))).size > 1;
  // "2 players" and "3 players" are chosen by a number, "2 keys" and "3 doors" by their words.
  const values = read.map((value, at) => (differ && value.counted ? { low: null, words: content(labels[at][0]) } : value));
  const numeric = values.filter((value) => value.low !== null);
  const shared = numeric.flatMap((value) => value.words);
  const words = [...content(header).map(die), ...shared, ...extra].filter((word) => word && !/^\d+$/.test(word));
  return { values, numeric: numeric.length > 0, words: numeric.length ? [...new Set(words.flatMap(meanings))] : [] };
}

const ROLLS = index.rolls.flatMap(tokens);

/** Return what is needed to choose in a table. */
function prepare(table, title) {
  const dice = [...(table.die ? tokens(table.die).map(die) : []), ...ROLLS];
  const rolled = tokens(table.key).some((word) => DIE.test(word) || ROLLS.some((roll) => alike(roll, word)));
  const byRow = rolled || (table.die && !table.ranged);
  const axes = {
    part: axis(table.parts.length > 1 ? table.parts.map((part) => [part.title, null, null]) : [], ""),
    row: axis(table.parts.flatMap((part) => part.rows.map((row) => row.slice(0, 3))), [table.key, ...table.also].join(" "), byRow ? [...dice, ...tokens(table.key).map(die)] : []),
    column: axis(table.heads, "", table.ranged ? dice : []),
  };
  const all = [title, table.key, ...table.also, ...table.heads.map(([head]) => head), ...table.parts.flatMap((part) => [part.title, ...part.rows.map(([label]) => label)])];
  const columns = axes.column.values;
  const [ends] = [table.parts.map((_, at) => table.parts.slice(0, at + 1).reduce((sum, part) => sum + part.rows.length, 0))];
  const rows = table.parts.map((part, at) => axes.row.values.slice(ends[at] - part.rows.length, ends[at]));
  return { table, columns, rows, axes, title: content(title), own: [...new Set(all.flatMap(content))], known: new Map() };
}

/** Return the ways to choose that a word labels, and whether the table has it at all. */
function meant(prepared, word) {
  if (!prepared.known.has(word)) {
    const axes = labels(prepared.axes, word);
    prepared.known.set(word, { axes, own: axes.length > 0 || prepared.own.some((own) => alike(word, own)) });
  }
  return prepared.known.get(word);
}

function labels(axes, word) {
  const named = Object.keys(axes).filter((name) => axes[name].words.some((label) => alike(word, label)));
  if (named.length || errors(word) === 0) return named;
  // "Stufe" of "Stufensumme", or a typing error.
  const near = (label) => (label.length > word.length + 2 && (label.startsWith(word.replace(/n$/, "")) || label.endsWith(word))) || mistyped(word, label);
  return Object.keys(axes).filter((name) => axes[name].words.some(near));
}

/** Return the numbers of a question, with labels and other words around them, in order. */
function sequence(prepared, asked) {
  const found = [];
  asked.forEach((item, at) => {
    const last = found.at(-1);
    if (item.kind === "number" || item.kind === "end") found.push({ ...item, from: at, to: at });
    else if (!IGNORED.has(item.word)) {
      const { axes: named, own } = meant(prepared, item.word);
      const both = last?.kind === "label" ? last.axes.filter((name) => named.includes(name)) : [];
      if (both.length) Object.assign(last, { axes: both, to: at });
      else if (named.length) found.push({ kind: "label", axes: named, from: at, to: at });
      else if (!own) found.push({ kind: "other", from: at, to: at });
    }
  });
  return found;
}

/** Return what a number may belong to: a label beside it, or a word that is none; `null` if it stands alone. */
function owners(found, at) {
  const sides = [found[at - 1], found[at + 1]].filter((one) => one && (one.kind === "label" || one.kind === "other"));
  const far = (one) => (one.to < found[at].from ? found[at].from - one.to : one.from - found[at].to);
  const of = (kind) => sides.filter((one) => one.kind === kind);
  const nearest = Math.min(Infinity, ...of("label").map(far));
  const others = of("other").filter((one) => far(one) <= nearest);
  if (others.some((one) => far(one) < nearest)) return [{ other: true }];
  const named = of("label").flatMap((label) => label.axes.map((name) => ({ label, name })));
  return [...named, ...(others.length ? [{ other: true }] : []), null];
}

/** Return how many numbers each way to choose has in each of the best readings of a question. */
function readings(found) {
  const numbers = found.flatMap((one, at) => (one.kind === "number" ? [at] : []));
  if (numbers.length > MOST_NUMBERS) return [];
  let all = [{ chosen: [], used: [], alone: 0, others: 0 }];
  for (const at of numbers) {
    all = all.flatMap((reading) => owners(found, at).flatMap((owner) => {
      if (owner?.label && reading.used.includes(owner.label)) return [];
      return [{
        chosen: owner?.label ? [...reading.chosen, [owner.name, found[at]]] : reading.chosen,
        used: owner?.label ? [...reading.used, owner.label] : reading.used,
        alone: reading.alone + (owner === null ? 1 : 0),
        others: reading.others + (owner?.other ? 1 : 0),
      }];
    }));
  }
  const twice = ({ chosen }) => chosen.length - new Set(chosen.map(([name]) => name)).size;
  const cost = (reading) => (reading.alone * (MOST_NUMBERS + 1) + twice(reading)) * (MOST_NUMBERS + 1) + reading.others;
  const least = Math.min(...all.map(cost));
  return all.filter((reading) => cost(reading) === least);
}

/** Return the number of a way to choose, if all readings agree on it; `unsure` if they do not. */
function numberOf(name, all) {
  const sets = all.map(({ chosen }) => chosen.filter(([one]) => one === name).map(([, number]) => number));
  if (sets.every((set) => set.length === 0)) return null;
  const [[first]] = sets;
  return sets.every((set) => set.length === 1 && set[0] === first) ? first : "unsure";
}

const fits = (number, value) => value.low !== null && number.low >= value.low && number.high <= value.high;

/** Return the words of a question, those apart that only name the table. */
function remaining(prepared, asked) {
  const words = asked.filter((one) => one.kind === "word" && (!IGNORED.has(one.word) || prepared.own.includes(one.word))).map((one) => one.word);
  const places = prepared.title.map((name) => words.findIndex((word) => alike(word, name)));
  return places.includes(-1) ? words : words.filter((_, at) => !places.includes(at));
}

/** Return the values whose words are all in a question; those with most words, if they hold the others. */
function named(values, words) {
  const there = values.filter((value) => value.low === null && value.words.length && value.words.every((word) => words.some((one) => alike(one, word))));
  const within = (one, other) => one.words.length < other.words.length && one.words.every((word) => other.words.includes(word));
  return there.filter((one) => !there.some((other) => within(one, other)));
}

/** Return the values of an axis that a question chooses: none if it says nothing of them. */
function chosen(way, number, words) {
  const byName = named(way.values, words);
  if (number === null) return { values: byName, sure: byName.length === 1 };
  if (number === "unsure" || byName.length) return { values: [], sure: false, asked: true };
  const values = way.values.filter((value) => fits(number, value));
  if (values.length && !number.either) return { values, sure: true, asked: true };
  // "4 or 5 players" and "4-5 players" are in several values: all of them are shown.
  const meant = number.either ?? [number];
  const several = way.values.filter((value) => value.low !== null && meant.some(({ low, high }) => low <= value.high && high >= value.low));
  return { values: several, sure: false, asked: true, outside: several.length === 0 };
}

/** Return how many words of a question a table does not have. */
const strange = (prepared, asked, needed) =>
  asked.filter((one) => one.kind === "word" && (!IGNORED.has(one.word) || needed.has(one.word)) && !meant(prepared, one.word).own).length;

/** Return the tables of records, and the titles of records that have numbers, as in "The four rolls". */
function tablesOf(docs) {
  const tables = docs.filter((doc) => doc.table).map((doc) => ({ ...prepare(doc.table, doc.title), text: new Set(tokens(doc.text)) }));
  const rules = docs.filter((doc) => !doc.table).map((doc) => ({ doc, words: [doc.title, ...(doc.also ?? [])].flatMap(content) }));
  const titles = docs.map((doc) => ({ title: plain(doc.title), read: items(doc.title) })).filter(({ read }) => read.length > 1 && read.some((one) => one.kind === "number"));
  const names = titles.map(({ title, read }) => [title, read.flatMap((one) => one.word ?? []).join(" ")]);
  return { tables, rules, names, needed: new Set(tables.flatMap((one) => one.own)) };
}

/** Return the records named by words of a question that a table does not have: they may change its answer. */
function rulesNamed(rules, prepared, asked) {
  const words = asked.filter(({ kind, word }) => kind === "word" && !IGNORED.has(word) && !meant(prepared, word).own && !prepared.text.has(word));
  const named = words.map(({ word }) => rules.filter((rule) => rule.words.some((name) => alike(word, name))));
  return named.filter((some) => some.length <= RARE).flat().map(({ doc }) => doc.href);
}

/** Return what each table says to a question. At most one answers with a cell: that which has most of the words. */
function answers({ tables, rules, names, needed }, question) {
  const asked = items(names.reduce((words, [title, rest]) => words.replace(title, ` ${rest} `), plain(question.replace(UNREADABLE, " ¤ "))));
  const doubted = doubtful(question);
  const all = tables.map((prepared) => ({ ...look(prepared, asked, doubted), prepared, strange: strange(prepared, asked, needed), rules: rulesNamed(rules, prepared, asked) }));
  const best = (one) => all.every((other) => other === one || other.strange > one.strange || (other.strange === one.strange && !other.certain));
  return all.filter((one) => one.parts).map((one) => ({ ...one, sure: one.certain && best(one) && one.rules.length === 0 }));
}

/** Return the rows and the column of a table that a question leads to, and whether it is certain; `null` if to none. */
function look(prepared, asked, doubted) {
  const { axes, rows, columns, table } = prepared;
  const found = sequence(prepared, asked);
  const all = readings(found);
  const words = remaining(prepared, asked);
  // A face of 0 or 00 stands for the highest.
  const face = (number) => (table.zero && number?.low === 0 && number.high === 0 ? { ...number, low: table.zero, high: table.zero } : number);
  const part = chosen(axes.part, numberOf("part", all), words);
  const row = chosen(axes.row, face(numberOf("row", all)), words);
  const column = chosen(axes.column, face(numberOf("column", all)), words);
  const [reading] = all;
  const only = found.filter((one) => one.kind === "number");
  // "loot 7": the row of the only number that could be meant is marked, and no more.
  const guessed = only.length === 1 && reading?.alone === 1 && axes.row.numeric && !axes.part.numeric && !axes.column.numeric;
  if (guessed && !row.values.length) row.values = axes.row.values.filter((value) => fits(only[0], value));
  if (![part, row, column].some((one) => one.values.length || one.asked)) return null;
  const parts = table.parts.flatMap((_, at) => (!part.values.length || part.values.includes(axes.part.values[at]) ? [at] : []));
  const kept = parts.map((at) => ({ part: at, rows: rows[at].flatMap((value, number) => (row.values.includes(value) ? [number] : [])) }));
  const here = kept.some((one) => one.rows.length) ? kept.filter((one) => one.rows.length) : kept;
  const one = here.length === 1 && here[0].rows.length === 1;
  const at = columns.length === 1 ? 0 : column.values.length === 1 ? columns.indexOf(column.values[0]) : -1;
  const clear = reading !== undefined && reading.alone === 0 && reading.others === 0 && ![part, row, column].some((way) => way.outside);
  const partly = axes.part.values.length === 0 || part.sure || (numberOf("part", all) === null && !axes.part.numeric);
  return { parts: here, column: at, marked: row.values.length > 0, certain: one && at >= 0 && clear && partly && row.sure && (columns.length === 1 || column.sure) && !doubted };
}
