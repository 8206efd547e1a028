import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  mapFields,
  TASK_FIELD_NAMES,
  TASK_FIELDS,
  type TaskFieldName,
} from "#contract/taskFields.ts";
import type { TaskFormValues } from "#features/tasks/formValues.ts";
import { type FieldName, isSame, mergeTask } from "./mergeTask.ts";

// With a fixed seed, every run has the same cases.
fc.configureGlobal({ seed: 20_261_121 });

/** A few distinct values, so that edits often conflict. Some have white space that is trimmed on save. */
const text = fc.constantFrom("", "one", " one", "two", "two\n", "three");
const day = fc.constantFrom("", "2026-03-08", "2026-03-09");
const reference = fc.constantFrom("", "1", "2");
const arbitraryOf = (name: TaskFieldName): fc.Arbitrary<string> => {
  const field = TASK_FIELDS[name];
  if (field.kind === "choice") return fc.constantFrom(...field.choices);
  if (field.kind === "text") return text;
  return field.kind === "day" ? day : reference;
};
const values = fc.record(mapFields(TASK_FIELD_NAMES, arbitraryOf)) as fc.Arbitrary<TaskFormValues>;

/** Walks every field of random edits. */
function forEachField(
  check: (
    field: { base: string; mine: string; theirs: string; merged: string; asked: boolean },
    name: FieldName,
  ) => void,
) {
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const { values: merged, conflicts } = mergeTask(base, mine, theirs);
      for (const name of Object.keys(base) as FieldName[]) {
        const field = { base: base[name], mine: mine[name], theirs: theirs[name] };
        check({ ...field, merged: merged[name], asked: conflicts.includes(name) }, name);
      }
    }),
    { numRuns: 500 },
  );
}

describe("merging two edits of one task", () => {
  test("never loses the user's changes", () => {
    forEachField(({ base, mine, merged }) => {
      if (!isSame(mine, base)) expect(isSame(merged, mine)).toBe(true);
    });
  });

  test("never overwrites the other user's changes without asking", () => {
    forEachField(({ base, theirs, merged, asked }) => {
      if (!isSame(theirs, base)) expect(asked || isSame(merged, theirs)).toBe(true);
    });
  });

  test("conflicts only in fields that both users changed to different values", () => {
    forEachField(({ base, mine, theirs, asked }) => {
      const differ = [
        [mine, base],
        [theirs, base],
        [mine, theirs],
      ].every(([one = "", other = ""]) => !isSame(one, other));
      expect(asked).toBe(differ);
    });
  });

  test("takes every merged value from one of the two edits", () => {
    forEachField(({ mine, theirs, merged }) => expect([mine, theirs]).toContain(merged));
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

  test("returns the other edit if only one user changed the task", () => {
    fc.assert(
      fc.property(values, values, (base, edit) => {
        const taken = mergeTask(base, base, edit);
        expect(taken).toEqual({ values: edit, conflicts: [] });
        const { values: kept, conflicts } = mergeTask(base, edit, base);
        expect(conflicts).toEqual([]);
        for (const name of Object.keys(base) as FieldName[]) {
          expect(isSame(kept[name], edit[name])).toBe(true);
        }
      }),
    );
  });

  test("choosing the other user's value in every conflict keeps only the user's own fields", () => {
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const { values: merged, conflicts } = mergeTask(base, mine, theirs);
        const chosen = { ...merged };
        for (const name of conflicts) Object.assign(chosen, { [name]: theirs[name] });
        for (const name of Object.keys(base) as FieldName[]) {
          if (isSame(chosen[name], theirs[name])) continue;
          expect(isSame(theirs[name], base[name])).toBe(true);
          expect(chosen[name]).toBe(mine[name]);
        }
      }),
    );
  });
});
