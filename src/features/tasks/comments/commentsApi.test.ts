import { describe, expect, it } from "@jest/globals";
import { normaliseComment, normaliseComments } from "./commentsApi.ts";

const comment = (id: string, created_at: string) => ({
  id,
  comment: `says ${id}`,
  user_name: "Ada",
  created_at,
});
const older = comment("a", "2026-03-01T10:00:00.000Z");
const newer = comment("b", "2026-03-02T10:00:00+02:00");

describe("normalising comments of another server", () => {
  it.each<[raw: unknown, comments: unknown[], total: number, hasOlder: boolean]>([
    [{ comments: [older, newer] }, [newer, older], 2, false],
    [[newer, older], [newer, older], 2, false],
    [{ comments: [older], total: 7, hasOlder: true }, [older], 7, true],
    [{ comments: [older], total: "7", hasOlder: "yes" }, [older], 1, false],
    // Comments with equal times keep the server's order.
    [[{ ...older, id: "c" }, older], [{ ...older, id: "c" }, older], 2, false],
    [null, [], 0, false],
    ["none", [], 0, false],
    [{ comments: null }, [], 0, false],
    [[null, {}, { id: "" }], [], 0, false],
  ])("sorts them newest first, and counts them: %j", (raw, comments, total, hasOlder) => {
    expect(normaliseComments(raw)).toEqual({ comments, total, hasOlder });
  });
});

describe("normalising the response to a new comment", () => {
  const known = { comment: "hello", user_name: "Ada", created_at: "2026-03-01T10:00:00.000Z" };

  it.each([
    [{ id: 7 }, { ...known, id: "7" }],
    [{ comment: { id: 7 } }, { ...known, id: "7" }],
    [
      { id: "7", comment: "hello" },
      { ...known, id: "7" },
    ],
    [older, older],
    [null, null],
    ["", null],
    [{}, null],
    [{ id: true }, null],
  ])("prefers the server's fields to the known ones, and needs an id: %j", (raw, comment) => {
    expect(normaliseComment(raw, known)).toEqual(comment);
  });
});
