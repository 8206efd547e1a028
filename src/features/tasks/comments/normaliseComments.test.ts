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

describe("the comments of another server", () => {
  it.each([[{ comments: [older, newer] }], [[older, newer]], [[newer, older]]])(
    "come newest first, wrapped or bare: %#",
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
  ])("say how many there are, and whether older ones: %j", (said, expected) => {
    expect(normaliseComments({ comments: [older], ...said })).toMatchObject(expected);
  });

  it("keep the server's order at equal times", () => {
    const twin = { ...older, id: "c" };
    expect(normaliseComments([twin, older]).comments.map(({ id }) => id)).toEqual(["c", "a"]);
  });

  it.each([[null], ["none"], [{}], [{ comments: null }], [[null, {}, { id: "" }]]])(
    "may be none: %j",
    (raw) => {
      expect(normaliseComments(raw)).toEqual({ comments: [], total: 0, hasOlder: false });
    },
  );
});

describe("the answer to a new comment", () => {
  const known = { comment: "hello", user_name: "Ada", created_at: "2026-03-01T10:00:00.000Z" };

  it.each([[{ id: 7 }], [{ comment: { id: 7 } }], [{ id: "7", comment: "hello" }]])(
    "may be an id only: %j",
    (raw) => {
      expect(normaliseComment(raw, known)).toEqual({ ...known, id: "7" });
    },
  );

  it("is believed where it says more", () => {
    expect(normaliseComment(older, known)).toEqual(older);
  });

  it.each([[null], [""], [{}], [{ id: true }]])("may hold none: %j", (raw) => {
    expect(normaliseComment(raw, known)).toBeNull();
  });
});
