import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { characterError, isBlank, withShortMarkRuns } from "./characters.ts";
import { characterCount, folded, storableText } from "./text.ts";

// With a fixed seed, every run has the same cases.
fc.configureGlobal({ seed: 20_261_121 });

/** Any text, lone surrogates included. */
const utf16Text = fc
  .array(fc.oneof(fc.nat({ max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })))
  .map((units) => String.fromCharCode(...units));

test("counts an emoji as one character", () => {
  expect(characterCount("")).toBe(0);
  expect(characterCount("naïve 🦄🐙")).toBe(8);
  // Each lone surrogate counts as one character.
  expect(characterCount("\ud83e.\udd84\ud83e")).toBe(4);
  fc.assert(
    fc.property(utf16Text, (text) => {
      const oneUnitEach = text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ".");
      expect(characterCount(text)).toBe(oneUnitEach.length);
    }),
  );
});

test.each([
  ["Jose\u0301", "JOSÉ"],
  ["İstanbul", "istanbul"],
  ["I\u0307zmir", "izmir"],
  ["ΟΔΟΣ", "οδος"],
  ["οδοσ", "οδος"],
  ["Łódź", "łÓDŹ"],
])("a search for %j finds %j", (search, text) => {
  expect(folded(search)).toBe(folded(text));
});

test("trims a text and drops characters that databases refuse", () => {
  expect(storableText(" \0\n a\0b \ud83e🦄 ")).toBe("ab \ufffd🦄");
});

test("cuts a run of combining marks to 30", () => {
  const marks = "\u0323\u0302".repeat(15);
  expect(withShortMarkRuns(`e${marks}`)).toBe(`e${marks}`);
  expect(withShortMarkRuns(`e${marks}\u0301 e${marks}\u0301\u0301.`)).toBe(`e${marks} e${marks}.`);
});

test.each([
  ["", true],
  [" \t\n\u3000", true],
  ["\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad", true],
  ["\u3164 \u2800\ufe0f", true],
  ["\u200b.", false],
  ["👩\u200d👩\u200d👧", false],
  ["می\u200cخواهم", false],
])("%j shows nothing: %s", (text, blank) => {
  expect(isBlank(text)).toBe(blank);
});

test("names a control character and its line", () => {
  expect(characterError("Title", "a\r\nb\rc\nd\x0b")).toBe(
    "Title must not contain control characters (U+000B in line 4)",
  );
  expect(characterError("Title", "naïve 🦄\u200d\t\r\n")).toBeUndefined();
});
