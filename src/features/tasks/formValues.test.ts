import { expect, test } from "@jest/globals";
import { startValues, type TaskFormValues, toTaskInput } from "./formValues.ts";

const values: TaskFormValues = {
  ...startValues(undefined, undefined),
  title: "  Write  ",
  description: " a\nb \n",
  priority: "Low",
};

const trimmed = { title: "Write", description: "a\nb", status: "Todo", priority: "Low" };
const labelled = { ...values, labels: "a,b" };
const chosen = { ...values, due_date: "2030-01-01", assignee_id: "u", team_id: "t" };
const dated = { ...trimmed, due_date: "2030-01-01", assignee_id: "u" };

test.each([
  ["create", false, values, { ...trimmed, assignee_id: null }],
  ["create", true, values, { ...trimmed, assignee_id: null }],
  ["edit", false, values, { ...trimmed, assignee_id: null, due_date: null }],
  ["edit", true, values, { ...trimmed, assignee_id: null, due_date: null, team_id: null }],
  ["create", false, labelled, { ...trimmed, assignee_id: null, labels: ["a", "b"] }],
  ["create", false, chosen, dated],
  ["edit", false, chosen, dated],
  ["create", true, chosen, { ...dated, team_id: "t" }],
  ["edit", true, chosen, { ...dated, team_id: "t" }],
] as const)("the request of a form to %s, admin %s: %j", (mode, isAdmin, given, body) => {
  expect(toTaskInput(given, { mode, isAdmin })).toEqual(body);
});
