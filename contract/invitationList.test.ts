import { expect, test } from "@jest/globals";
import { readInvitationList } from "./invitationList.ts";

const read = (list: string) =>
  readInvitationList(list).map(({ name, email, role, teams }) => [name, email, role, teams]);

test.each([
  ["ada@x.org", ["", "ada@x.org", "", ""]],
  ["Ada Lovelace <ada@x.org>", ["Ada Lovelace", "ada@x.org", "", ""]],
  ["ada@x.org, admin, Team A; Team B", ["", "ada@x.org", "admin", "Team A; Team B"]],
  ["Ada <ada@x.org>, Member", ["Ada", "ada@x.org", "Member", ""]],
  ["Ada Lovelace, ada@x.org, admin", ["Ada Lovelace", "ada@x.org", "admin", ""]],
  ['"Lovelace, Ada" <ada@x.org>', ["Lovelace, Ada", "ada@x.org", "", ""]],
  [
    'ada@x.org,member,"Sales, north;""South"""',
    ["", "ada@x.org", "member", 'Sales, north;"South"'],
  ],
  ["Ada\tada@x.org\tadmin\tA\tB", ["Ada", "ada@x.org", "admin", "A;B"]],
  ["Ada;ada@x.org;admin", ["Ada", "ada@x.org", "admin", ""]],
  ["Ada", ["", "Ada", "", ""]],
  ["\u202aada@x.org \u200b", ["", "ada@x.org", "", ""]],
  ["Ada <mailto:ada@x.org>", ["Ada", "ada@x.org", "", ""]],
])("reads the line %j", (line, person) => {
  expect(read(line)).toEqual([person]);
});

test("reads several addresses in one line, with commas or semicolons", () => {
  expect(read("Ada <ada@x.org>, max@x.org")).toEqual([
    ["Ada", "ada@x.org", "", ""],
    ["", "max@x.org", "", ""],
  ]);
  expect(read("ada@x.org; max@x.org;")).toHaveLength(2);
});

test("skips empty lines and a header, and counts lines as the user sees them", () => {
  const list = "Name,E-mail,Role\r\n\r\nAda,ada@x.org\nmax@x.org";
  expect(readInvitationList(list).map(({ line, email }) => [line, email])).toEqual([
    [3, "ada@x.org"],
    [4, "max@x.org"],
  ]);
});
