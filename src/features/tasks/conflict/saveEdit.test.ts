import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import type { CallError } from "#api/errors.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import { valuesOf } from "#contract/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { startValues } from "#features/tasks/formValues.ts";
import { type Edit, SAVE_ATTEMPTS_MAX, saveEdit } from "./mergeTask.ts";

// With a fixed seed, every run has the same cases.
fc.configureGlobal({ seed: 20_261_121 });

const base: TaskDetail = {
  ...NEW_TASK,
  id: "t1",
  title: "Write",
  created_at: "",
  etag: '"1"',
};
const edited = (fields: object): Edit => ({
  base,
  values: { ...startValues(base, undefined), ...fields },
});

/** A server whose task others change, one edit before each of the user's attempts. */
function server(edits: Partial<TaskDetail>[]) {
  let version = 1;
  let task = base;
  return {
    current: () => task,
    send: jest.fn(async (edit: Edit): Promise<{ error?: CallError }> => {
      const next = edits.shift();
      if (next) {
        version += 1;
        task = { ...task, ...next, etag: `"${version}"` };
      }
      if (edit.base.etag !== task.etag) return { error: { status: 412, data: { theirs: task } } };
      const { due_date, assignee_id, team_id, labels, ...rest } = edit.values;
      const ids = { assignee_id: assignee_id || null, team_id: team_id || null };
      task = { ...task, ...rest, ...ids, due_date: due_date || null, labels: valuesOf(labels) };
      return {};
    }),
  };
}

describe("saving an edit", () => {
  test("stops after a limited number of attempts if the task keeps changing", async () => {
    const forever = Array.from({ length: 9 }, (_, index) => ({ description: `${index}` }));
    const { send } = server(forever);
    const { error, rebased } = await saveEdit(edited({ title: "Mine" }), send);
    expect(send).toHaveBeenCalledTimes(SAVE_ATTEMPTS_MAX);
    expect(error).toMatchObject({ status: 412 });
    expect(rebased).toMatchObject({ values: { title: "Mine" }, conflicts: [] });
  });

  test("saves without a version if the server rejects even the current one", async () => {
    const send = jest.fn(
      async ({ base: { etag } }: Edit): Promise<{ error?: CallError }> =>
        etag ? { error: { status: 412, data: { theirs: base } } } : {},
    );
    expect(await saveEdit(edited({ title: "Mine" }), send)).toMatchObject({ error: undefined });
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("returns the error of a failed retry, with the merged values", async () => {
    const down: CallError = { status: "FETCH_ERROR", error: "gone" };
    const { send } = server([{ status: "Done" }]);
    const sent = async (edit: Edit) => (edit.base.etag === '"1"' ? send(edit) : { error: down });
    expect(await saveEdit(edited({ title: "Mine" }), sent)).toMatchObject({
      error: down,
      rebased: { base: { status: "Done", etag: '"2"' }, values: { title: "Mine", status: "Done" } },
    });
  });

  test("never loses any user's changes, with random concurrent edits", async () => {
    const fields = fc.record(
      {
        title: fc.constantFrom("Write", "one", "two"),
        description: fc.constantFrom("", "one", "two"),
        priority: fc.constantFrom("Low" as const, "Medium" as const, "High" as const),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, fc.array(fields, { maxLength: 4 }), async (mine, theirs) => {
        const others = Object.assign({}, base, ...theirs) as TaskDetail;
        const { send, current } = server([...theirs]);
        const { error, rebased } = await saveEdit(edited(mine), send);
        for (const name of ["title", "description", "priority"] as const) {
          const wanted = mine[name] ?? base[name];
          const mineChanged = wanted !== base[name];
          if (mineChanged) expect((rebased?.values ?? current())[name]).toBe(wanted);
          if (!error && !mineChanged) expect(current()[name]).toBe(others[name]);
        }
      }),
    );
  });
});
