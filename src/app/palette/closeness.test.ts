import { expect, test } from "@jest/globals";
import { BEGINS, CONTAINS, closenessOf, nearlyMatches, SCATTERED } from "./closeness.ts";

test.each([
  ["Kalmar", "kal", BEGINS],
  ["Ship to Kalmar", "kal", BEGINS],
  ["The chalkboard", "alk", CONTAINS],
  ["Keep all", "kal", SCATTERED],
])("%j matches %j with the closeness %i", (title, text, closeness) => {
  expect(closenessOf(title, text)).toBe(closeness);
});

test.each([
  // One letter is wrong, missing, too many, or swapped.
  ["Ship to Kalmar", "kalmer", true],
  ["Ship to Kalmar", "klmar", true],
  ["Ship to Kalmar", "kallmar", true],
  ["Ship to Kalmar", "klamar", true],
  ["Ship to Kalmar", "kalmer ship", true],
  ["Ångström", "ångstrem", true],
  ["Kalmar Harbour", "kalmer harbuor", true],
  ["Ship to Kalmar", "kelmer", false],
  ["Ship to Kalmar", "kalmer boat", false],
  // Words of up to four letters must be right.
  ["Ship", "shop", false],
  ["Ship to Kalmar", "shop kalmer", false],
  ["Kalm", "", false],
])("%j is nearly matched by %j: %s", (title, text, isMatch) => {
  expect(nearlyMatches(text)(title)).toBe(isMatch);
});
