import { expect, it } from "@jest/globals";
import { normaliseUsers } from "./usersApi.ts";

const ada = {
  id: 7,
  name: "Ada",
  email: "ada@example.com",
  role: "admin",
  is_active: 1,
  created_at: "",
};
const shown = { ...ada, id: "7", is_active: true };

it.each([
  ["in a wrapper", { users: [ada] }],
  ["as a bare list", [ada]],
])("accepts users in the form %s", (_how, body) => {
  expect(normaliseUsers(body)).toEqual([shown]);
});

it("falls back to the e-mail address and the role member, and skips invalid users", () => {
  expect(normaliseUsers([{ id: "1", email: "bo@example.com" }, null, { name: "nobody" }])).toEqual([
    {
      id: "1",
      name: "bo@example.com",
      email: "bo@example.com",
      role: "member",
      is_active: true,
      created_at: "",
    },
  ]);
});

it.each([[null], ["users"], [{}], [{ users: null }]])("returns no users for %j", (body) => {
  expect(normaliseUsers(body)).toEqual([]);
});
