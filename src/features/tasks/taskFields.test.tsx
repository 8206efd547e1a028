import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { TaskResponse } from "#contract/task.ts";
import { SUMMARY_FIELDS, TASK_FIELD_NAMES, TASK_FIELDS } from "#contract/taskFields.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

test("a task's page shows each of its fields, and its form has a control for each", async () => {
  const backend = await openBackend();
  const session = await backend.register({ role: "admin" });
  const admin = await backend.as("admin");
  const values = { title: "Write the report", priority: "High" };
  const { body } = await admin.call("POST", "/api/tasks", values);
  const path = `/tasks/${(body as TaskResponse).task.id}`;
  const { user } = await renderApp({ path, as: session, backend });
  await user.click(await screen.findByRole("button", { name: "Edit Task" }));

  const form = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  const selector = "input, select, textarea";
  const controlOf = (name: string) =>
    form.queryByLabelText(new RegExp(`^${name}$`, "i"), { selector });
  const namesOf = (fields: typeof TASK_FIELD_NAMES) =>
    fields.map((field) => TASK_FIELDS[field].name);
  expect(namesOf(TASK_FIELD_NAMES).filter((name) => !controlOf(name))).toEqual([]);

  const properties = within(
    screen.getByRole("complementary", { name: "Properties", hidden: true }),
  );
  const terms = properties.getAllByRole("term", { hidden: true });
  const shown = new Set(terms.map(({ textContent }) => textContent.toLowerCase()));
  // The title is the page's heading.
  const listed = namesOf(SUMMARY_FIELDS).filter((name) => name !== "title");
  expect(listed.filter((name) => !shown.has(name))).toEqual([]);
});
