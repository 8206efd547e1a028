import { describe, expect, it } from "@jest/globals";
import { normaliseTask } from "#api/normaliseTask.ts";
import { normaliseConflict, normaliseTaskResponse, theirsIn } from "./taskResponses.ts";

const task = {
  id: "t1",
  title: "Write",
  description: "",
  status: "Todo",
  priority: "Medium",
  due_date: null,
  assignee_id: null,
  team_id: null,
  created_at: "2026-03-01T10:00:00.000Z",
};

describe("a task of another server", () => {
  it("may have numbers for ids, an instant for its due day, and nulls", () => {
    const raw = {
      ...task,
      id: 7,
      description: null,
      due_date: "2026-03-08T00:00:00.000Z",
      assignee_id: 3,
      team_id: undefined,
    };
    expect(normaliseTask(raw)).toEqual({
      ...task,
      id: "7",
      due_date: "2026-03-08",
      assignee_id: "3",
    });
  });

  it.each([[null], ["text"], [{}], [{ id: null }], [{ id: "" }], [{ id: {} }]])(
    "is null without an id: %j",
    (raw) => {
      expect(normaliseTask(raw)).toBeNull();
    },
  );
});

describe("the response to a request for one task", () => {
  it("may be wrapped or bare", () => {
    expect(normaliseTaskResponse({ task })).toEqual(task);
    expect(normaliseTaskResponse(task)).toEqual(task);
  });

  it.each([[null], [""], [{}], [{ task: null }], [[]]])("yields null without a task: %j", (raw) => {
    expect(normaliseTaskResponse(raw)).toBeNull();
  });
});

describe("the version of a task", () => {
  const meta = (etag: string) => ({ response: new Response(null, { headers: { etag } }) });

  it.each([
    ['"7"', '"7"'],
    // A compressing proxy makes the ETag weak.
    ['W/"7"', '"7"'],
  ])("comes from the ETag header of the response: %s", (etag, tag) => {
    expect(normaliseTaskResponse({ task }, meta(etag))).toEqual({ ...task, etag: tag });
  });
});

describe("a refused save", () => {
  const meta = { response: new Response(null, { headers: { etag: '"8"' } }) };

  it("returns the other user's version of the task after a 412", () => {
    const error = { status: 412, data: { error: "Changed", task } };
    expect(theirsIn(normaliseConflict(error, meta))).toEqual({ ...task, etag: '"8"' });
  });

  it.each([
    { status: 412, data: { error: "Changed" } },
    { status: 412, data: "Precondition Failed" },
    { status: 409, data: { error: "No", task } },
    { status: "FETCH_ERROR" as const, error: "gone" },
  ])("is an ordinary error without that version: %j", (error) => {
    expect(normaliseConflict(error, meta)).toBe(error);
    expect(theirsIn(error)).toBeNull();
  });
});
