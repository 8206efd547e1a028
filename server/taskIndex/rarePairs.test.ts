import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { RarePairs } from "./rarePairs.ts";

// The same cases with every run, so that a failure is the last change's.
fc.configureGlobal({ seed: 20_261_121 });

const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "ß", "🚀", " "), maxLength: 6 });

test("whatever is kept, no task that contains a text is missing; what few say is kept", () => {
  const limits = fc.record({
    common: fc.constantFrom(1, 3, 100),
    entries: fc.constantFrom(5, 1_000),
    lists: fc.constantFrom(2, 1_000),
  });
  const writes = fc.array(fc.tuple(fc.nat({ max: 12 }), text), { maxLength: 40 });
  fc.assert(
    fc.property(limits, writes, text, (settings, written, asked) => {
      const pairs = new RarePairs(settings);
      const texts = new Map<number, string>();
      for (const [slot, now] of written) {
        pairs.add(slot, now);
        texts.set(slot, now);
      }
      const all = [...texts].filter(([, now]) => now.includes(asked)).map(([slot]) => slot);
      const found = pairs.mayContain(asked);
      if (found) expect(found).toEqual(expect.arrayContaining(all));
      expect(found ?? []).toHaveLength(new Set(found).size);
    }),
  );
});

test("a letter that many tasks have is common, a pair of it need not be", () => {
  const pairs = new RarePairs({ common: 2 });
  for (const [slot, now] of ["aa", "ab", "ac", "ad"].entries()) pairs.add(slot, now);
  expect(pairs.mayContain("a")).toBeUndefined();
  expect(pairs.mayContain("ac")).toEqual([2]);
  expect(pairs.mayContain("ca")).toEqual([]);
  expect(pairs.mayContain("x")).toEqual([]);
});

test("without room for more, what was never seen isn't known to be nowhere", () => {
  const pairs = new RarePairs({ lists: 1 });
  pairs.add(0, "a");
  pairs.add(1, "b");
  expect(pairs.mayContain("a")).toEqual([0]);
  expect(pairs.mayContain("b")).toBeUndefined();
});
