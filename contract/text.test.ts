import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { keptText, lengthOf } from "./text.ts";

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
  expect(keptText(" \0\n a\0b \ud83e🦄 ")).toBe("ab \ufffd🦄");
});
