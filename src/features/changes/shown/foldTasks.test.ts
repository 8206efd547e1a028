import { expect, it } from "@jest/globals";
import type { TaskDetail } from "#api/taskResponses.ts";
import { confirmed } from "#features/changes/queue/wholeSlice.ts";
import { one, query, request, send, stateAfter } from "#testing/changes.ts";
import { foldTask } from "./foldTasks.ts";

/** The title is confirmed after this response was requested, and before it arrived. */
const REQUESTED = 4;
const { entries } = stateAfter(
  query("pending", "first"),
  query("fulfilled", "first"),
  request("a", "Mow it", 2, { what: "title" }),
  send("a", 2, "title"),
  query("pending", "second"),
  confirmed({ ...one("a", 2, "title"), etag: '"2"' }),
).changes;

const task = { id: "a", title: "Mow the lawn", etag: '"3"' } as TaskDetail;

it("a confirmed value that hides another user's has its own version, so that a form can't overwrite", () => {
  const shown = foldTask(task, entries, REQUESTED);
  expect(shown).toMatchObject({ title: "Mow it", etag: '"2"' });
});

it("a response that is older than a confirmed value keeps its version: others may have changed other fields since", () => {
  const shown = foldTask({ ...task, etag: '"1"' }, entries, REQUESTED);
  expect(shown).toMatchObject({ title: "Mow it", etag: '"1"' });
});

it("a response that shows the confirmed value, or is newer, keeps its version", () => {
  const same = { ...task, title: "Mow it" };
  expect(foldTask(same, entries, REQUESTED)).toBe(same);
  expect(foldTask(task, entries, REQUESTED + 2)).toBe(task);
});

it("a server without versions gets none", () => {
  const { etag: _version, ...plain } = task;
  expect(foldTask(plain, entries, REQUESTED)).toEqual({ id: "a", title: "Mow it" });
});
