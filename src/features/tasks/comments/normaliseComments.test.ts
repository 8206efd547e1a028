import { describe, expect, it } from "@jest/globals";
import { normaliseComment, normaliseComments } from "./normaliseComments.ts";

const comment = (id: string, created_at: string) => ({
  id,
  comment: `says ${id}`,
  user_name: "Ada",
  created_at,
});
const older = comment("a", "2026-03-01T10:00:00.000Z");
const newer = comment("b", "2026-03-02T10:00:00+02:00");

describe("normalising comments of another server", () => {
  it.each([[{ comments: [older, newer] }], [[older, newer]], [[newer, older]]])(
    "sorts wrapped and bare lists newest first: %#",
    (raw) => {
      expect(normaliseComments(raw)).toEqual({
        comments: [newer, older],
        total: 2,
        hasOlder: false,
      });
    },
  );

  it.each([
    [
      { total: 7, hasOlder: true },
      { total: 7, hasOlder: true },
    ],
    [
      { total: "7", hasOlder: "yes" },
      { total: 1, hasOlder: false },
    ],
  ])("reads the total, and whether older comments exist: %j", (fields, expected) => {
    expect(normaliseComments({ comments: [older], ...fields })).toMatchObject(expected);
  });

  it("keeps the server's order of comments with equal times", () => {
    const twin = { ...older, id: "c" };
    expect(normaliseComments([twin, older]).comments.map(({ id }) => id)).toEqual(["c", "a"]);
  });

  it.each([[null], ["none"], [{}], [{ comments: null }], [[null, {}, { id: "" }]]])(
    "returns no comments for %j",
    (raw) => {
      expect(normaliseComments(raw)).toEqual({ comments: [], total: 0, hasOlder: false });
    },
  );
});

describe("normalising the response to a new comment", () => {
  const known = { comment: "hello", user_name: "Ada", created_at: "2026-03-01T10:00:00.000Z" };

  it.each([[{ id: 7 }], [{ comment: { id: 7 } }], [{ id: "7", comment: "hello" }]])(
    "accepts a bare id: %j",
    (raw) => {
      expect(normaliseComment(raw, known)).toEqual({ ...known, id: "7" });
    },
  );

  it("prefers the server's fields to the known ones", () => {
    expect(normaliseComment(older, known)).toEqual(older);
  });

  it.each([[null], [""], [{}], [{ id: true }]])("returns null without a comment: %j", (raw) => {
    expect(normaliseComment(raw, known)).toBeNull();
  });
});
