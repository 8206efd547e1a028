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
])("takes the users %s", (_how, body) => {
  expect(normaliseUsers(body)).toEqual([shown]);
});

it("falls back to the e-mail address and the lesser role, and leaves out what is no user", () => {
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

it.each([[null], ["users"], [{}], [{ users: null }]])("makes no users of %j", (body) => {
  expect(normaliseUsers(body)).toEqual([]);
});
