// Words of questions and of texts: tokens without accents, forms of a word, numbers, synonyms.

"use strict";
const index = globalThis.aidgenIndex ?? { docs: [], numbers: [], ignored: "", synonyms: [], rolls: [], joins: [], doubts: [], dice: ["d"] };
const LETTERS = { ß: "ss", œ: "oe", æ: "ae", ø: "o", ł: "l", đ: "d" };
// Powers, indices and fractions: numbers that we do not read.
const UNREADABLE = /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2080-\u2089\u2150-\u215e]+/gu;

/** Return text in lower case without accents, with powers and ligatures as usual letters. */
const plain = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[ßœæøłđ]/g, (letter) => LETTERS[letter]);

/** Return text with initials as one word: K.-O. is KO. */
const joined = (text) =>
  text.replace(/(?<!\p{L})(\p{L})\.-?(\p{L})\b\.?/gu, "$1$2").replace(/(\p{L}{2})['’](?:s|t|re|ve|ll)(?!\p{L})/gu, "$1");
const tokens = (text) => joined(plain(text)).match(/[\p{L}\p{N}]+/gu) ?? [];
const IGNORED = new Set(tokens(index.ignored));
/** Return the words of a label that say something; all of them if none does. */
function content(text) {
  const all = tokens(text);
  const said = all.filter((word) => !IGNORED.has(word));
  return said.length ? said : all;
}

// Endings by which two forms of a word differ, in the languages that we ship.
const ENDINGS = new Set(["", ..."e s es x n en er ern em et ed ing y ies ie ly a as o os ar an ado ada ados adas ee ees ez ent ons ir is it t te ten st est r re i he hi".split(" ")]);
/** Return how many letters two words share at their beginning. */
function shared(one, other) {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Tell whether two words are forms of one: alike but for their endings. */
function alike(asked, known) {
  if (asked === known) return true;
  const length = shared(asked, known);
  if (length < 3 || /\d/.test(asked + known)) return false;
  const rest = [asked.slice(length), known.slice(length)];
  if (length > 3 && rest.includes("")) return rest.join("").length <= Math.min(length - 1, 5);
  return length * 5 >= Math.max(asked.length, known.length) * 3 && rest.every((ending) => ENDINGS.has(ending));
}

/** Return how many letters must be typed, left out or exchanged to make one word of another; more than `most` is `most` + 1. */
function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, last] = [[], [...Array(other.length + 1).keys()]];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      next[at] = Math.min(last[at] + 1, next[at - 1] + 1, last[at - 1] + (same ? 0 : 1));
      const turned = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (turned) next[at] = Math.min(next[at], before[at - 2] + 1);
    }
    [before, last] = [last, next];
  }
  return last[other.length];
}

/** Return how many typing errors a word may have: none in short ones. */
const errors = (word) => (word.length >= 8 ? 2 : word.length >= 5 ? 1 : 0);

/** Tell whether a word may be another one, mistyped. */
const mistyped = (asked, known) => {
  const most = Math.min(errors(asked), errors(known));
  return most > 0 && !/\d/.test(asked) && distance(asked, known, most) <= most;
};

// Numbers ---------------------------------------------------------------------------------------

const DIE = new RegExp(`^\\d*(?:${index.dice.join("|")})(\\d+)$`);
/** Return a die as it is compared: 1W20 is d20. */
const die = (word) => word.replace(DIE, "d$1");

/** Words of numbers by their first word, the longest first: [words, value]. */
const NUMBER_WORDS = new Map();
for (const [form, value] of index.numbers) {
  const german = form.replace(/[äöü]/g, (letter) => `${plain(letter)}e`);
  for (const words of new Set([tokens(form).join(" "), tokens(german).join(" ")])) {
    const [first, ...rest] = words.split(" ");
    NUMBER_WORDS.set(first, [...(NUMBER_WORDS.get(first) ?? []), [[first, ...rest], value]].sort((one, other) => other[0].length - one[0].length));
  }
}

// A range, a number or a word; or a sign that ends a part of a question.
const PIECE = /(?<range>\d+\s*[-–—−]\s*\d+(?![\p{L}\p{N}.,]))|(?<number>(?<![\p{L}\p{N}])[-−]?\d+(?:[.,'’]\d+)*(?![\p{L}\p{N}])(?<more>\+(?!\s*\d))?(?<share>\s*%)?)|(?<word>[\p{L}\p{N}]+)|(?<end>[,;.!?()[\]/|\n]|\s[-–—]\s)|(?<hyphen>-)|(?<unread>¤)/gu;

/** Return the words, numbers and ends of parts of a question. A number that cannot be read is NaN. */
function items(question) {
  const found = [];
  for (const { groups } of joined(plain(question.replace(UNREADABLE, " ¤ "))).matchAll(PIECE)) {
    const { range, number, more, share, word, end, hyphen, unread } = groups;
    if (range) {
      const [low, high] = range.split(/[-–—−]/).map(Number);
      found.push({ kind: "number", low: low < high ? low : NaN, high });
    } else if (number) {
      const value = Number(number.replace(/[+%\s]/g, "").replace("−", "-"));
      const whole = !share && Number.isInteger(value) && !/[.,'’]/.test(number);
      found.push({ kind: "number", low: whole ? value : NaN, high: more ? Infinity : value });
    } else if (word) found.push({ kind: "word", word: die(word), glued: found.at(-1)?.kind === "hyphen" });
    else if (end) found.push({ kind: "end" });
    else if (hyphen) found.push({ kind: "hyphen" });
    else if (unread) found.push({ kind: "number", low: NaN, high: NaN });
  }
  return eithers(spelt(found.filter((one) => one.kind !== "hyphen")));
}

/** Return items with numbers in words read. */
function spelt(found) {
  const read = [];
  for (let at = 0; at < found.length; at += 1) {
    const one = found[at];
    const [words, value] = (one.kind === "word" && NUMBER_WORDS.get(one.word)?.find(([all]) => all.every((word, more) => found[at + more]?.word === word))) || [];
    if (!words) {
      read.push(one);
      continue;
    }
    const parts = found.slice(at, at + words.length);
    // "dix sept" may be 10 and 7, or 17.
    const unsure = parts.length > 1 && parts.every((part) => NUMBER_WORDS.has(part.word)) && !parts.slice(1).every((part) => part.glued);
    read.push({ kind: "number", spelt: true, glued: one.glued, low: unsure ? NaN : value, high: value });
    at += words.length - 1;
  }
  return compound(read);
}

/** Return items with tens and ones as one number, as in "twenty-one"; of "twenty one" it is not known. */
function compound(read) {
  const done = [];
  for (const one of read) {
    const before = done.at(-1);
    const both = one.spelt && before?.spelt;
    const tens = both && before.low >= 20 && before.low < 100 && before.low % 10 === 0 && one.low > 0 && one.low < 20;
    if (both && (tens || before.low >= 100 || one.low >= 100)) {
      const value = tens && one.glued ? before.low + one.low : NaN;
      done[done.length - 1] = { ...before, low: value, high: value };
    } else done.push(one);
  }
  return done;
}

const JOINS = new Set((index.joins ?? []).flatMap(tokens));
/** Return items with "4 or 5" as one number, which means either. */
function eithers(read) {
  const done = [];
  for (const item of read) {
    const [first, join] = [done.at(-2), done.at(-1)];
    const joined = item.kind === "number" && first?.kind === "number" && JOINS.has(join?.word);
    if (joined) done.splice(-2, 2, { kind: "number", low: first.low, high: item.high, either: [...(first.either ?? [first]), item] });
    else done.push(item);
  }
  return done;
}

// Synonyms --------------------------------------------------------------------------------------

/** Groups of words that mean the same; each word is a list of tokens. */
const SYNONYMS = index.synonyms.map((group) => group.map(tokens).filter((words) => words.length));

/** Return the lists of words that mean the same as words that are asked for at a place. */
function synonyms(asked, at) {
  return SYNONYMS.flatMap((group) => {
    const here = group.find((words) => words.every((word, more) => asked[at + more] === word || alike(asked[at + more] ?? "", word)));
    return here ? group.filter((words) => words !== here).map((words) => ({ words, length: here.length })) : [];
  });
}

/** Return a word and those single ones that mean the same. */
const meanings = (word) => [word, ...synonyms([word], 0).filter(({ words }) => words.length === 1).map(({ words }) => words[0])];

/** Tell whether a question compares, as in "at least 4": then no number of it leads to a cell. */
const DOUBTS = index.doubts.map(tokens).filter((words) => words.length);
const doubtful = (question) => {
  const asked = ` ${tokens(question).join(" ")} `;
  return /[<>≤≥]/.test(question) || DOUBTS.some((words) => asked.includes(` ${words.join(" ")} `));
};
