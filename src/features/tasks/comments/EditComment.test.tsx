import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const comments = () => within(screen.getByRole("region", { name: /^Comments/ }));
const field = () => screen.findByRole("textbox", { name: "Edit comment" });
const openEdit = () => screen.findByRole("button", { name: "Edit comment" });

/** A task with a comment of a member and one of an admin. */
async function fill() {
  const backend = await openBackend();
  const grace = await backend.as("admin");
  const { body } = await grace.call("POST", "/api/tasks", {
    title: "Water the plants",
    priority: "Low",
  });
  const { id } = (body as TaskResponse).task;
  const ada = await backend.register();
  const url = `/api/tasks/${id}/comments`;
  await grace.call("POST", url, { comment: "Not mine" });
  await backend.callWith(ada.accessToken)("POST", url, { comment: "Helo" });
  return { backend, as: ada, path: `/tasks/${id}` };
}

test("members edit and delete their own comments by keyboard, but not others', and an edit is still there after a visit elsewhere", async () => {
  const { user } = await renderApp(await fill());
  (await openEdit()).focus();
  await user.keyboard("{Enter}");
  expect(await field()).toHaveFocus();
  await user.clear(await field());
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  await user.type(await field(), "Hello");
  await user.click(screen.getByRole("link", { name: "Tasks" }));
  await user.click(await screen.findByRole("link", { name: "Water the plants" }));
  await user.click(await openEdit());
  expect(await field()).toHaveValue("Hello");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await comments().findByText("Hello")).toBeVisible();
  expect(comments().getByText(/^\(edited /)).toBeVisible();

  comments().getByRole("button", { name: "Delete comment" }).focus();
  await user.keyboard("{Enter}");
  const question = await screen.findByRole("alertdialog");
  expect(question).toHaveTextContent("Are you sure you want to delete this comment?");
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(comments().queryByText("Hello")).toBeNull());
  expect(screen.getByRole("heading", { name: /^Comments/ })).toHaveFocus();
  expect(comments().getByText("Not mine")).toBeVisible();
});
