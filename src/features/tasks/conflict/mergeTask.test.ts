import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  mapFields,
  SINGLE_FIELDS,
  type SingleFieldName,
  TASK_FIELDS,
} from "#contract/taskFields.ts";
import type { TaskFormValues } from "#features/tasks/formValues.ts";
import { isSame, mergeTask } from "./mergeTask.ts";

// With a fixed seed, every run has the same cases.
fc.configureGlobal({ seed: 20_261_121 });

/** A few distinct values, so that edits often conflict. Some have white space that is trimmed on save. */
const text = fc.constantFrom("", "one", " one", "two", "two\n", "three");
const day = fc.constantFrom("", "2026-03-08", "2026-03-09");
const reference = fc.constantFrom("", "1", "2");
const arbitraryOf = (name: SingleFieldName): fc.Arbitrary<string> => {
  const field = TASK_FIELDS[name];
  if (field.kind === "choice") return fc.constantFrom(...field.choices);
  if (field.kind === "text") return text;
  return field.kind === "day" ? day : reference;
};
const LABELS = ["a", "b", "c"];
const values = fc.record({
  ...mapFields(SINGLE_FIELDS, arbitraryOf),
  labels: fc.subarray(LABELS).map((ids) => ids.join()),
}) as fc.Arbitrary<TaskFormValues>;

describe("merging two edits of one task", () => {
  test("loses no change of either user, and asks only where both changed a field to different values", () => {
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const { values: merged, conflicts } = mergeTask(base, mine, theirs);
        for (const label of LABELS) {
          const has = (one: TaskFormValues) => one.labels.includes(label);
          const isKept = has(mine) === has(base) ? has(theirs) : has(mine);
          expect(has(merged)).toBe(isKept);
        }
        for (const name of SINGLE_FIELDS) {
          const isMine = isSame(merged[name], mine[name]);
          const changedByMe = !isSame(mine[name], base[name]);
          const changedByThem = !isSame(theirs[name], base[name]);
          const isAsked = conflicts.includes(name);
          if (changedByMe) expect(isMine).toBe(true);
          if (changedByThem) expect(isAsked || isSame(merged[name], theirs[name])).toBe(true);
          expect(isAsked).toBe(changedByMe && changedByThem && !isSame(mine[name], theirs[name]));
          expect([mine[name], theirs[name]]).toContain(merged[name]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is idempotent", () => {
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const once = mergeTask(base, mine, theirs);
        // From now on the merged edit is based on theirs.
        expect(mergeTask(theirs, once.values, theirs)).toEqual({
          values: once.values,
          conflicts: [],
        });
        expect(mergeTask(base, once.values, theirs)).toEqual(once);
      }),
    );
  });
});
