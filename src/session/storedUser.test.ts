import { expect, test } from "@jest/globals";
import { parseUser, readUser, readUserResponse } from "./storedUser.ts";

test.each([undefined, null, "owner", "Admin", ["admin"]])(
  "a user with the role %j is a member",
  (role) => {
    expect(readUser({ id: "7", role })).toMatchObject({ role: "member" });
  },
);

test("a user of another server has text ids, a name, and is active unless it says no", () => {
  expect(readUser({ id: 7, email: "ada@example.com", role: "admin" })).toEqual({
    id: "7",
    name: "ada@example.com",
    email: "ada@example.com",
    role: "admin",
    is_active: true,
    created_at: "",
  });
  for (const is_active of [false, 0]) {
    expect(readUser({ id: 7, is_active })).toMatchObject({ is_active: false });
  }
});

test("a response holds the user itself or in `user`; without an id it holds none", () => {
  expect(readUserResponse({ user: { id: "7" } })).toMatchObject({ id: "7" });
  expect(readUserResponse({ id: "7" })).toMatchObject({ id: "7" });
  for (const none of [null, "7", {}, { user: null }]) expect(readUserResponse(none)).toBeNull();
});

test.each([null, "", "null", "{", "[]", '{"name":"Ada"}'])(
  "the stored user record %j is no user",
  (record) => {
    expect(parseUser(record)).toBeNull();
  },
);
