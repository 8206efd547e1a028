import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask, readTask } from "#testing/screens/create.ts";
import { enterText } from "#testing/screens/enterText.ts";

async function openEdited() {
  const backend = await openBackend();
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const fields = { description: "One", priority: "High", assignee_id: null } as const;
  const { id } = await createTask(grace, "Write the report", fields);
  const { user } = await renderApp({ path: `/tasks/${id}`, as: "member", backend });
  await user.click(await screen.findByRole("button", { name: "Edit Task" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  await enterText(user, dialog.getByLabelText(/^Title/), "Read the report");
  await user.click(dialog.getByRole("button", { name: "Update Task" }));
  await screen.findByText("Task updated successfully! ✅");
  const undo = await screen.findByRole("button", { name: "Undo" });
  return {
    backend,
    user,
    undo,
    read: () => readTask(grace, id),
    change: (body: object) => grace.call("PATCH", `/api/tasks/${id}`, body),
  };
}

test("Undo does nothing if another user has changed the same field since", async () => {
  const { user, undo, read, change } = await openEdited();
  await change({ title: "Burn the report" });
  await user.click(undo);
  expect(
    await screen.findByText('Nothing undone: "Read the report" has been changed since'),
  ).toBeVisible();
  expect((await read()).title).toBe("Burn the report");
});

test("Undo changes a saved form back, keeps others' changes of other fields, is offered again after a failure, and is done once if its response is lost", async () => {
  const { backend, user, undo, read, change } = await openEdited();
  await change({ priority: "Low" });
  const PATCH = "PATCH /api/tasks/{id}";
  backend.fail(PATCH, { status: 500 });
  await user.click(undo);
  const said = 'Failed to change the title of "Read the report"';
  expect(await screen.findByText(said)).toBeVisible();
  backend.fail(PATCH, "lost");
  await user.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("Change undone")).toBeVisible();
  expect(await read()).toMatchObject({ title: "Write the report", priority: "Low" });
  expect(await screen.findByRole("heading", { level: 1, name: "Write the report" })).toBeVisible();
  expect(backend.callsOf(PATCH)).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
