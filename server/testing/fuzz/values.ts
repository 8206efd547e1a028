import fc, { type Arbitrary } from "fast-check";

/** Kinds of existing rows that a request may refer to. */
export type ExistingKind =
  | "user"
  | "task"
  | "team"
  | "label"
  | "view"
  | "comment"
  | "apiToken"
  | "import"
  | "userRun"
  | "taskRun"
  | "webhook"
  | "delivery"
  | "email"
  | "refreshToken"
  | "calendarFile"
  | "link"
  | "token";

/** Exceeds the row count of every table, so that ids can refer to every row. */
const INDEX_MAX = 1_000;

/** A placeholder that `fillPlaceholders` in world.ts replaces when the request is sent. */
export const existing = (kind: ExistingKind): Arbitrary<string> =>
  fc.nat(INDEX_MAX).map((which) => `@existing@${kind}:${which}@`);

/** A placeholder for JSON that JSON.stringify can't produce. */
const raw = (json: string) => `@raw@${json}@`;

/** The password of all users. */
export const PASSWORD = "a long password";

/** Texts that often break programs. */
const ODD_TEXTS = [
  "",
  " ",
  "\n\r\t\v\f",
  "\0",
  "a\0b",
  "a\x01b\x1b[0m\x7f\x85",
  "a\tb\r\nc",
  "e" + "\u0345\u0334".repeat(15),
  "e" + "\u0345\u0334".repeat(16),
  "\ud800",
  "x\udc00y",
  "\ud83d",
  "👩‍👩‍👧‍👦",
  "e\u0301",
  "\u202eabc",
  "שלום עולם",
  "\u200b\ufeff",
  "ad\u00ada@example.com",
  "\uff41@example.com",
  "İıſßΣς",
  "\uffff",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "true",
  "-1",
  "1e9",
  "'; drop table users; --",
  "' or 1=1 --",
  "$1",
  "?",
  "%",
  "_",
  "\\",
  "%00",
  "%ff",
  "%u0000",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "${7*7}",
  "2026-02-30",
  "0000-00-00",
  "-000001-01-01",
  "+275760-09-13",
  "00000000-0000-4000-8000-000000000000",
];

export const oddText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
);

/** Texts whose length is at a limit or next to it. */
export const textOfLength = (limits: readonly number[]): Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom("x", "é", "😀", " ", "\u0301", "\u1100", "\0", "\x01", "\ud800"),
      fc.constantFrom(...limits.flatMap((limit) => [limit - 1, limit, limit + 1])),
      fc.constantFrom("", "abc"),
    )
    .map(([character, length, end]) => character.repeat(Math.max(0, length - end.length)) + end);

/** Values of unexpected types. */
export const oddValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      2 ** 53,
      1e308,
      5e-324,
      [],
      [[]],
      ["Todo"],
      [null],
      {},
      { $ne: null },
      { length: 1 },
      { toString: "text", valueOf: 1 },
      { id: "1", name: ["text"] },
      raw("1e999"),
      raw("-0"),
      raw(`1${"0".repeat(400)}`),
      raw(`${"[".repeat(500)}${"]".repeat(500)}`),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Days near the server's current day, and others. */
export const day: Arbitrary<string> = fc.constantFrom(
  "2026-03-14",
  "2026-03-15",
  "2026-03-16",
  "2026-03-29",
  "2028-02-29",
  "9999-12-31",
  "2026-01-01",
);
