import { expect, test } from "@jest/globals";
import { check } from "./common.ts";
import { userRunRule } from "./userRun.ts";

test.each([
  ["a role", { action: "role" }, "Role is required"],
  ["a team to add users to", { action: "add_to_team" }, "Team is required"],
  ["a team to remove users from", { action: "remove_from_team", team: "" }, "Team is required"],
])("a bulk action without %s is refused", (_name, input, msg) => {
  expect(check(userRunRule, { ...input, user_ids: "a,b" })).toEqual({
    errors: [{ param: "body", msg }],
  });
});

test("a bulk action needs a role or a team only to change one", () => {
  const input = { action: "deactivate", user_ids: "a,b" };
  expect(check(userRunRule, input)).toEqual({ value: input });
});
