import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { characterError, lengthOf, storableText, withShortMarkRuns } from "./text.ts";

// The same cases with every run, so that a failure is the last change's.
fc.configureGlobal({ seed: 20_261_121 });

test("a text is as long as it has characters", () => {
  expect(lengthOf("")).toBe(0);
  expect(lengthOf("naïve 🦄🐙")).toBe(8);
  // Halves of a pair count each.
  expect(lengthOf("\ud83e.\udd84\ud83e")).toBe(4);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(lengthOf(text)).toBe(Array.from(text).length);
    }),
  );
});

test("what is kept is trimmed and can be kept by every database", () => {
  expect(storableText(" \0\n a\0b \ud83e🦄 ")).toBe("ab \ufffd🦄");
});

test("a run of combining marks is cut to 30", () => {
  const marks = "\u0323\u0302".repeat(15);
  expect(withShortMarkRuns(`e${marks}`)).toBe(`e${marks}`);
  expect(withShortMarkRuns(`e${marks}\u0301 e${marks}\u0301\u0301.`)).toBe(`e${marks} e${marks}.`);
});

test("a control character is named with its line", () => {
  expect(characterError("Title", "a\r\nb\rc\nd\x0b")).toBe(
    "Title must not contain control characters (U+000B in line 4)",
  );
  expect(characterError("Title", "naïve 🦄\u200d\t\r\n")).toBeUndefined();
});
