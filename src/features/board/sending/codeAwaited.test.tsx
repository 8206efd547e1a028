import { expect, it, jest } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { column, moveByMenu } from "#testing/boardScreen.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import type * as loader from "./loadSending.ts";

const MOVE = "PATCH /api/kanban/{id}/status";
const TITLES = ["Feed the cat", "Water the plants"];

const code = Promise.withResolvers<void>();

// Delays the code that sends moves.
jest.mock("./loadSending.ts", () => {
  const real = jest.requireActual<typeof loader>("./loadSending.ts");
  return { ...real, loadSending: () => code.promise.then(() => real.loadSending()) };
});

it("moves from before the code has arrived show at once, and are sent and undone once it arrives", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  for (const title of TITLES) {
    const task = { title, description: "", status: "Todo", priority: "High" };
    await grace.call("POST", "/api/tasks", task);
  }
  const { user } = await renderApp({ path: "/kanban", as: "member", backend });
  for (const title of TITLES) {
    await moveByMenu(user, title, "Done");
    expect(within(column("Done")).getByRole("link", { name: title })).toBeVisible();
  }
  await user.keyboard("{Control>}z{/Control}");
  expect(backend.callsOf(MOVE)).toEqual([]);

  code.resolve();
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  const toDo = within(column("To Do"));
  expect(await toDo.findByRole("link", { name: "Water the plants" })).toBeVisible();
  await waitFor(() => expect(backend.callsOf(MOVE)).toHaveLength(3));
  expect(backend.callsOf(MOVE).map(({ body }) => body)).toEqual([
    { status: "Done" },
    { status: "Done" },
    { status: "Todo" },
  ]);
  expect(within(column("Done")).getByRole("link", { name: "Feed the cat" })).toBeVisible();
});
