// The search of the rules: which records a question is about, the best first. It needs no server.

"use strict";
const MOST = 8;
const FEWEST = 3; // records that are shown, so that no question ends at an empty page
const NAME = 2; // how often more a word counts in a name than in a text; a third time more if it is all of the name
const LONG = 100; // words: in a record that long, a word counts 0.4 as much as in a short one, if it is there once
const COVERED = 0.55; // of a question: less, and the record is about something else
const MEANT = 0.8; // how much a word counts that means the same as the one asked for
const FORM = 0.95; // likewise, if it is another form of it
const KIN = 0.6; // likewise, if it only begins like it or is a part of it
const MISTYPED = 0.6; // likewise, if it may be a typing error
const WHOLE = 3; // how often more a record counts that is called just what is asked for
const QUOTED = 1.5; // likewise, if all of its name is asked for, and more; a name of one word is to have its capital within the question
const [CELL, ROW] = [4, 1.3]; // likewise, if a cell or a row of its table is asked for
const ROOT = 5; // letters that two words of one family share at least

const single = (word) => word.replace(/(?<=..)s$/, "");
const flat = (words) => ` ${words.filter((word) => !IGNORED.has(word)).map(single).join(" ")} `;
const docs = index.docs.map((doc) => {
  const [titles, also, words] = [tokens(doc.title), (doc.also ?? []).map(tokens), tokens(doc.text)];
  const names = titles.filter((word) => !IGNORED.has(word));
  return { ...doc, names: names.length ? names : titles, also, words, name: flat(titles), text: flat(words), whole: doc.text };
});
const vocabulary = [...new Set(docs.flatMap((doc) => [...doc.names, ...doc.also.flat(), ...doc.words]))];
const tabled = tablesOf(index.docs);

/** Tell whether two words are of one family: invisible and invisibility, or a part of a compound as in Stufenaufstieg. */
function kin(word, known) {
  const longest = Math.max(word.length, known.length);
  const [short, long] = word.length < known.length ? [word, known] : [known, word];
  const compound = short.length >= ROOT && (long.endsWith(short) || (long.startsWith(short) && long.length - short.length >= ROOT));
  return compound || (shared(word, known) >= ROOT && shared(word, known) * 2 >= longest);
}

/** Return the words of the index that a word may be, each with how much it counts. */
function forms(word) {
  const found = new Map();
  const number = NUMBER_WORDS.get(word)?.find(([words]) => words.length === 1)?.[1];
  for (const known of vocabulary) {
    if (known === word || known === String(number)) found.set(known, 1);
    else if (alike(word, known)) found.set(known, FORM);
  }
  if (found.size) return found;
  const near = vocabulary.filter((known) => mistyped(word, known)).map((known) => [known, distance(word, known, 2)]);
  const least = Math.min(...near.map(([, errors]) => errors));
  for (const [known, errors] of near) if (errors === least) found.set(known, MISTYPED);
  if (!found.size && !/\d/.test(word)) for (const known of vocabulary) if (kin(word, known)) found.set(known, KIN);
  return found;
}

/** Return the words of a question that count; two that are one word in the index, as "set up", are one. */
function asked(question) {
  const all = [];
  for (const word of tokens(question)) {
    const both = (all.at(-1) ?? "") + word;
    if (all.length && both.length > 4 && vocabulary.includes(both)) all[all.length - 1] = both;
    else all.push(word);
  }
  return all;
}

/** Return the words of a question, each with its forms, its synonyms and its weight: 0 if it is nowhere. */
function weighed(question) {
  const all = asked(question);
  const same = all.map(() => []);
  all.forEach((_, at) => {
    for (const { words, length } of synonyms(all, at)) for (let more = 0; more < length; more += 1) same[at + more].push(flat(words));
  });
  const said = all.some((word) => !IGNORED.has(word));
  const kept = all.flatMap((word, at) => (said && IGNORED.has(word) ? [] : [{ word, phrases: same[at], forms: forms(word) }]));
  const distinct = kept.filter((one, at) => kept.findIndex((other) => other.word === one.word) === at);
  return distinct.map((word) => {
    const held = docs.filter((doc) => inName(doc, word) || inText(doc, word)).length;
    const figure = /^\d+$/.test(word.word) || NUMBER_WORDS.has(word.word);
    return { ...word, figure, weight: held ? Math.log(1 + docs.length / held) * (figure ? 0.4 : 1) : 0 };
  });
}

const most = (words, found) => words.reduce((best, word) => Math.max(best, found.get(word) ?? 0), 0);
/** Return how much a record's name has of a word, from 0 to 1. */
function inName(doc, word) {
  const also = Math.max(0, ...doc.also.map((words) => 0.9 * most(words, word.forms)));
  const same = word.phrases.some((phrase) => doc.name.includes(phrase) || doc.also.some((words) => flat(words) === phrase));
  return Math.max(most(doc.names, word.forms), also, same ? MEANT : 0);
}

/** Return how often a record's text has a word, or one that means the same. */
function inText(doc, word) {
  const times = doc.words.reduce((sum, one) => sum + (word.forms.get(one) ?? 0), 0);
  return times || (word.phrases.some((phrase) => doc.text.includes(phrase)) ? MEANT : 0);
}

/** Return which part of a record's name is asked for: by its words, or by one that means the same. */
function nameMeant(doc, words) {
  const forms = (name) => words.some((word) => word.forms.has(name) || word.phrases.some((phrase) => phrase.includes(` ${single(name)} `) && doc.name.includes(phrase)));
  const also = doc.also.some((phrase) => phrase.every((name) => IGNORED.has(name) || words.some((word) => word.forms.has(name))));
  return also ? 1 : doc.names.filter(forms).length / (doc.names.length || 1);
}

/** Return how much of a question a record has, and how well. */
function rate(doc, words, question) {
  let [score, covered, missing] = [0, 0, 0];
  const meant = nameMeant(doc, words);
  for (const word of words) {
    const [name, times] = [inName(doc, word), inText(doc, word)];
    covered += word.weight * Math.max(name, Math.min(1, times));
    missing += name ? 0 : 1;
    score += word.weight * ((name ? (NAME + meant) * name : 0) + (2 * times) / (times + 0.5 + doc.words.length / LONG));
  }
  const named = doc.names.length > 1 || (/^\p{Lu}/u.test(doc.title) && question.indexOf(doc.title) > 0);
  const quoted = meant < 1 ? 1 : missing ? (named ? QUOTED : 1) : WHOLE;
  return { doc, score: score * quoted, covered, meant };
}

/** Return the records that a question is about, the best first; words that are nowhere; and whether the records are only near. */
function search(question) {
  const words = weighed(question);
  const unknown = words.filter((one) => !one.weight && !one.figure).map((one) => one.word);
  const rarest = Math.log(1 + docs.length);
  const whole = words.reduce((sum, one) => sum + (one.weight || (one.figure ? 0 : rarest)), 0);
  const said = new Map(answers(tabled, question).map((one) => [one.prepared.table, one]));
  const rated = docs.map((doc) => {
    const one = rate(doc, words, question);
    const table = doc.table ? said.get(doc.table) : undefined;
    const led = table?.certain && !table.strange ? CELL : table?.marked ? ROW : 1;
    const part = whole ? one.covered / whole : 0;
    return { ...one, table, score: one.score * part * led, enough: one.meant === 1 || part >= COVERED || Boolean(table?.certain) };
  });
  const found = rated.filter((one) => one.score > 0).sort((one, other) => other.score - one.score);
  const enough = found.filter((one) => one.enough);
  const near = !enough.length;
  // What has less of the question follows: a reader may mean it all the same.
  const rest = [...found.filter((one) => !one.enough), ...(found.length ? [] : nearest(rated, question))];
  const results = [...enough, ...rest.slice(0, Math.max(0, FEWEST - enough.length))].slice(0, MOST);
  // A rule that may change the answer of a table stands beside it.
  const beside = rated.filter((one) => results[0]?.table?.rules?.includes(one.doc.href));
  if (beside.length) results.splice(1, results.length, ...beside, ...results.slice(1).filter((one) => !beside.includes(one)));
  // A cell is named where the question leads first, and nowhere else.
  results.forEach((one, at) => { if (at && one.table) one.table = { ...one.table, sure: false }; });
  return { results, unknown, words, near };
}

/** Return the records whose names look most like a question: that has no word of theirs. */
function nearest(rated, question) {
  const pairs = (text) => new Set([...text].slice(1).map((letter, at) => text[at] + letter));
  const asked = tokens(question).map(pairs);
  const likeness = (name) => Math.max(0, ...asked.map((one) => (2 * [...one].filter((pair) => pairs(name).has(pair)).length) / (one.size + pairs(name).size || 1)));
  const scored = rated.map((one) => ({ ...one, like: Math.max(0, ...[...one.doc.names, ...one.doc.also.flat()].map(likeness)) }));
  return scored.sort((one, other) => other.like - one.like);
}
