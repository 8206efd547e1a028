/** The repeated part of a hostile text: characters of all classes, and prefixes of patterns. */
const UNITS = [
  Array.from("aA0_-+/=.,:;@%$\"'\\()[]{}<>*?!#&|^~ \t\n\r\v\0\x01\x7f\x85"),
  // Combining marks: alone, two that normalization reorders, and on a letter.
  ["\u0301", "\u0345\u0334", "e\u0301", "\u0344"],
  // Hangul letters that compose to syllables, and a syllable.
  ["\u1100\u1161\u11a8", "\u1100", "가"],
  // Lone surrogates and surrogate pairs.
  ["\ud800", "\udc00", "😀", "👩\u200d"],
  // Invisible characters, text directions, full-width letters, special case mappings.
  ["\u200b", "\u00ad", "\u202e", "\ufeff", "\u2028", "ａ", "＠", "İ", "ß", "ﬁ", "é", "ÿ"],
  // Partial matches of patterns.
  ["a.", "a@", "@.", ".@", "a:", "a/", "1.", "::", "1:", "://:", "a://:", "a://b:c@", "%00"],
  ["W/", 'W/"', '",', "gzip,", "gzip;q=0.", " ,", "Bearer ", "Bearer a", "$argon2id$", "0-"],
].flat();

/** Prefixes and suffixes that let a pattern match at first and then fail. */
const FRAMES = [
  ["", ""],
  ["a@a", "@"],
  ['"', "!\n"],
  ["Bearer a", "\0"],
  ["gzip;q=0.", "x"],
  ["a://b:\u0345", " \u0334"],
] as const;

/** Returns a text of about this length in UTF-16 code units. */
export type TextOf = (length: number) => string;

type NamedText = readonly [name: string, textOf: TextOf];

const framed = ([before, after]: (typeof FRAMES)[number], unit: string): NamedText => [
  `${JSON.stringify(before)} + ${JSON.stringify(unit)} … + ${JSON.stringify(after)}`,
  (length) => before + unit.repeat(length / unit.length) + after,
];

/** Texts for which careless patterns backtrack, with readable names. */
export const HOSTILE_TEXTS: readonly NamedText[] = UNITS.flatMap((unit) =>
  FRAMES.map((frame) => framed(frame, unit)),
);

const SEED = Number(process.env["TEST_SEED"]);

/** A random third of them, which is another one in the next run. `npm run test:deep` has all. */
export const SOME_HOSTILE_TEXTS = process.env["TEST_DEEP"]
  ? HOSTILE_TEXTS
  : HOSTILE_TEXTS.filter(
      (_text, index) => (index + Math.floor(index / FRAMES.length) + SEED) % 3 === 0,
    );

/** Texts for slower functions: of one repeated unit, a third of which are in each run. */
export const RULE_TEXTS = process.env["TEST_DEEP"]
  ? HOSTILE_TEXTS
  : UNITS.filter((_unit, index) => (index + SEED) % 3 === 0).map((unit) => framed(["", ""], unit));
