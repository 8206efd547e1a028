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

const bo = { id: "1", email: "bo@example.com" };
const completed = { ...bo, name: bo.email, role: "member", is_active: true, created_at: "" };

it.each([
  [{ users: [ada] }, [shown]],
  [[ada], [shown]],
  // An e-mail address is the name, the role is member, and invalid users are skipped.
  [[bo, null, { name: "nobody" }], [completed]],
  [null, []],
  ["users", []],
  [{}, []],
  [{ users: null }, []],
])("reads the users of any server: %j", (body, users) => {
  expect(normaliseUsers(body)).toEqual(users);
});
