import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask, readTask } from "#testing/screens/create.ts";

const discard = () =>
  within(screen.getByRole("alertdialog", { name: "Discard changes?" })).getByRole("button", {
    name: "Discard",
  });
const button = (name: string) => screen.getByRole("button", { name });

/** A member opens a task of Grace Hopper's. */
async function openTask() {
  const backend = await openBackend();
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const input = { description: "Very hungry", priority: "High" } as const;
  const { id } = await createTask(grace, "Feed the cat", input);
  const session = await backend.register({ role: "member" });
  const app = await renderApp({ path: `/tasks/${id}`, as: session, backend });
  await screen.findByRole("button", { name: "Edit title" });
  return {
    ...app,
    backend,
    session,
    id,
    grace,
    change: (fields: object) =>
      grace.call("PUT", `/api/tasks/${id}`, { title: "Feed the cat", ...input, ...fields }),
    read: () => readTask(grace, id),
  };
}

test("title and description are edited where they stand, by the button or a click, and the focus goes back", async () => {
  const { user, read } = await openTask();
  await user.click(button("Edit title"));
  const title = await screen.findByRole("textbox", { name: "Title" });
  expect(title).toHaveFocus();
  expect(screen.getByRole("heading", { level: 1, name: "Feed the cat" })).toBeInTheDocument();
  await user.clear(title);
  await user.keyboard("ab{Enter}");
  expect(await screen.findByText("Title must be at least 3 characters")).toBeVisible();
  // It is the title of a task that exists: nothing is read in it.
  await user.clear(title);
  await user.keyboard("Feed the dog !low{Enter}");
  expect(await screen.findByText("Task updated successfully! ✅")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "Feed the dog !low" })).toBeVisible();
  await waitFor(() => expect(button("Edit title")).toHaveFocus());

  await user.click(screen.getByText("Very hungry"));
  const description = await screen.findByRole("textbox", { name: "Description" });
  await user.type(description, "!");
  await user.click(button("Save"));
  expect(await screen.findByText("Very hungry!")).toBeVisible();
  expect(button("Edit description")).toHaveFocus();
  expect(await read()).toMatchObject({
    title: "Feed the dog !low",
    description: "Very hungry!",
    priority: "High",
  });
});

test("an unsaved text is there again after a reload, and goes after a question; the form has it too", async () => {
  const { user, backend, session, id, view } = await openTask();
  await user.click(button("Edit description"));
  await user.type(await screen.findByRole("textbox", { name: "Description" }), " indeed");
  view.unmount();
  await renderApp({ path: `/tasks/${id}`, as: session, backend });
  expect(await screen.findByRole("textbox", { name: "Description" })).toHaveValue(
    "Very hungry indeed",
  );
  expect(screen.getByText("Your unsaved text is back.")).toBeVisible();
  await user.click(button("Edit Task"));
  const form = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  expect(form.getByLabelText("Description")).toHaveValue("Very hungry indeed");
  await user.click(form.getByRole("button", { name: "Cancel" }));
  await user.click(discard());
  expect(await screen.findByText("Very hungry")).toBeVisible();

  await user.click(button("Edit description"));
  await user.type(await screen.findByRole("textbox", { name: "Description" }), " indeed");
  await user.click(button("Cancel"));
  await user.click(discard());
  expect(screen.queryByRole("textbox", { name: "Description" })).toBeNull();
});

test("if others change the same text, both versions are offered in its place; if they delete the task, the form keeps the text", async () => {
  const { user, change, read, grace, id } = await openTask();
  await user.click(button("Edit description"));
  const description = await screen.findByRole("textbox", { name: "Description" });
  await user.type(description, " today");
  await change({ description: "Not hungry", priority: "Low" });
  await user.click(button("Save"));
  const title = await screen.findByText("Grace Hopper changed this task while you were editing");
  expect(title).toBeVisible();
  await user.click(screen.getByRole("radio", { name: /^Mine/ }));
  await user.click(button("Save"));
  await screen.findByText("Task updated successfully! ✅");
  expect(await read()).toMatchObject({ description: "Very hungry today", priority: "Low" });

  await user.click(button("Edit description"));
  await user.type(await screen.findByRole("textbox", { name: "Description" }), "!");
  await grace.call("DELETE", `/api/tasks/${id}`);
  window.dispatchEvent(new Event("focus"));
  const form = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  expect(form.getByLabelText("Description")).toHaveValue("Very hungry today!");
});
