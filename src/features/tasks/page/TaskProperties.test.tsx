import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { pick } from "#testing/screens/pick.ts";

test("each value of the task's page can be changed there, and the focus stays on it", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  const { body } = await grace.call("POST", "/api/tasks", {
    title: "Feed the cat",
    priority: "Low",
  });
  const url = `/api/tasks/${(body as TaskResponse).task.id}`;
  const { user } = await renderApp({ path: url.slice(4), as: "member", backend });
  const facts = within(await screen.findByRole("complementary", { name: "Properties" }));
  for (const [name, value, shown] of [
    ["status", "In Progress", "In Progress"],
    ["priority", "High", "High"],
    ["due date", /^Today/, "today"],
    ["assignee", "Unassigned", "Unassigned"],
  ] as const) {
    await pick(user, facts.getByTitle(`Change ${name}`), value);
    await waitFor(() => expect(facts.getByTitle(`Change ${name}`)).toHaveTextContent(shown));
    expect(facts.getByTitle(`Change ${name}`)).toHaveFocus();
  }
  expect(await screen.findByText("Assignee removed")).toBeVisible();
  const saved = async () => ((await grace.call("GET", url)).body as TaskResponse).task;
  await waitFor(async () =>
    expect(await saved()).toMatchObject({
      status: "In Progress",
      priority: "High",
      assignee_id: null,
      due_date: expect.any(String),
    }),
  );
});

test("without a connection a card opens with what the board has, and the rest comes later", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member");
  const task = { title: "Feed the cat", description: "Very hungry", priority: "High" };
  await grace.call("POST", "/api/tasks", task);
  const { user } = await renderApp({ path: "/kanban", as: "member", backend });
  const card = await screen.findByRole("link", { name: "Feed the cat" });
  backend.network = "down";
  await user.click(card);
  const facts = await screen.findByRole("complementary", { name: "Properties" });
  expect(facts).toHaveTextContent("High");
  const later = "The description will show when you are back online.";
  expect(await screen.findByText(later)).toBeVisible();
  backend.network = "up";
  expect(await screen.findByText("Very hungry", {}, { timeout: 10_000 })).toBeVisible();
});
