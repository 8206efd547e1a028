import { expect, it } from "@jest/globals";
import { initials } from "./initials.ts";

it.each([
  ["Ada Lovelace", "AL"],
  ["ada", "A"],
  ["  Grace   Brewster Hopper ", "GB"],
  ["éva ödön", "ÉÖ"],
  ["e\u0301va 👩‍👩‍👧 Cox", "É👩‍👩‍👧"],
  ["🇪🇸 🇫🇷 Team", "🇪🇸🇫🇷"],
  ["", "U"],
  ["   ", "U"],
  ["ada@example.com", "U"],
  ["ada @home", "A@"],
  [null, "U"],
  [undefined, "U"],
])("%p has the initials %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
