import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { SINGLE_FIELDS, SUMMARY_FIELDS, TASK_FIELDS } from "#contract/taskFields.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask } from "#testing/screens/create.ts";

test("a task's page shows each of its fields, and its form has a control for each", async () => {
  const backend = await openBackend();
  const session = await backend.register({ role: "admin" });
  const { id } = await createTask(await backend.as("admin"), "Write the report");
  const { user } = await renderApp({ path: `/tasks/${id}`, as: session, backend });
  await user.click(await screen.findByRole("button", { name: "Edit Task" }));

  const form = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  const selector = "input, select, textarea";
  const controlOf = (name: string) =>
    form.queryByLabelText(new RegExp(`^${name}$`, "i"), { selector });
  const namesOf = (fields: typeof SINGLE_FIELDS) => fields.map((field) => TASK_FIELDS[field].name);
  expect(namesOf(SINGLE_FIELDS).filter((name) => !controlOf(name))).toEqual([]);

  const properties = within(
    screen.getByRole("complementary", { name: "Properties", hidden: true }),
  );
  const terms = properties.getAllByRole("term", { hidden: true });
  const shown = new Set(terms.map(({ textContent }) => textContent.toLowerCase()));
  // The title is the page's heading.
  const listed = namesOf(SUMMARY_FIELDS).filter((name) => name !== "title");
  expect(listed.filter((name) => !shown.has(name))).toEqual([]);
});
