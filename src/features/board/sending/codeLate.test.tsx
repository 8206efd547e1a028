import { expect, it, jest } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { api } from "#api/api.ts";
import { column, moveByMenu } from "#testing/boardScreen.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import type * as loader from "./loadSending.ts";

const MOVE = "PATCH /api/kanban/{id}/status";
const TITLE = "Feed the cat";

let isServed = false;

// The code that sends moves doesn't arrive on the first page.
jest.mock("./loadSending.ts", () => {
  const real = jest.requireActual<typeof loader>("./loadSending.ts");
  const loadSending = () => (isServed ? real.loadSending() : new Promise(() => undefined));
  return { ...real, loadSending };
});

it("a move from before the code has arrived survives a reload, and is sent once", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  const task = { title: TITLE, description: "", status: "Todo", priority: "High" };
  await grace.call("POST", "/api/tasks", task);
  const ada = await backend.register();
  const open = () => renderApp({ path: "/kanban", as: ada, backend });
  const { user, store } = await open();
  await moveByMenu(user, TITLE, "Done");
  window.dispatchEvent(new Event("pagehide"));
  // Simulates closing the page, so that it can't send the move.
  cleanup();
  store.dispatch(clearAllListeners());
  store.dispatch(api.util.resetApiState());

  isServed = true;
  await open();
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  expect(within(column("Done")).getByRole("link", { name: TITLE })).toBeVisible();
  expect(backend.callsOf(MOVE)).toHaveLength(1);
  const kept = () => Object.keys(localStorage).filter((key) => key.includes("outbox"));
  await waitFor(() => expect(kept()).toEqual([]));
});
