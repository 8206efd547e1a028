import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { LabelResponse } from "#contract/shapes/label.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";

test("the history shows who changed which field, from and to which value, also after an edit", async () => {
  const backend = await openBackend();
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const input = { title: "Water the plants", description: "One\nTwo", priority: "Low" };
  const { body } = await grace.call("POST", "/api/tasks", input);
  const path = `/tasks/${(body as TaskResponse).task.id}`;
  const labels: string[] = [];
  for (const name of ["Bug", "Client: Acme"]) {
    const made = (await grace.call("POST", "/api/labels", { name })).body as LabelResponse;
    labels.push(made.label.id);
  }
  await grace.call("PATCH", `/api${path}`, { labels: { add: labels } });
  const { user } = await renderApp({ path, as: "member", backend });
  await user.click(await screen.findByRole("button", { name: "History" }));
  const history = within(await screen.findByRole("region", { name: "History" }));
  expect(await history.findByText(/created this task/)).toHaveTextContent("Grace Hopper");
  expect(history.getByText(/added the labels/)).toHaveTextContent(
    "added the labels Bug, Client: Acme",
  );

  await user.click(screen.getByRole("button", { name: "Edit Task" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  await enterText(user, form.getByLabelText("Description"), "One\nThree");
  await user.selectOptions(form.getByLabelText("Priority"), "High");
  await user.click(form.getByRole("button", { name: "Update Task" }));
  expect(await history.findByText("Ada Lovelace")).toBeVisible();
  const [newest] = history.getAllByRole("listitem");
  expect(newest).toHaveTextContent(/changed the priority from Low to High/);
  expect(newest).toHaveTextContent("changed the description");
  await user.click(history.getByText("Show text"));
  expect(newest?.querySelector("del")).toHaveTextContent("Two");
  expect(newest?.querySelector("ins")).toHaveTextContent("Three");
});
