import { expect, it, jest } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { column, moveByMenu } from "#testing/boardScreen.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import type * as loader from "./loadSending.ts";

const MOVE = "PATCH /api/kanban/{id}/status";
const TITLE = "Feed the cat";

let isServed = false;

// Fails until the server is back.
jest.mock("./loadSending.ts", () => {
  const real = jest.requireActual<typeof loader>("./loadSending.ts");
  const loadSending = () =>
    isServed ? real.loadSending() : Promise.reject(new Error("Loading chunk 7 failed"));
  return { ...real, loadSending };
});

it("a move whose code could not be loaded is sent once the connection is back", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  const task = { title: TITLE, description: "", status: "Todo", priority: "High" };
  await grace.call("POST", "/api/tasks", task);
  const { user } = await renderApp({ path: "/kanban", as: "member", backend });
  await screen.findByRole("link", { name: TITLE });

  backend.network = "down";
  act(() => void window.dispatchEvent(new Event("offline")));
  const banner = screen.getByRole("status", { name: "Connection" });
  await waitFor(() => expect(banner).toHaveTextContent("No connection."));
  await moveByMenu(user, TITLE, "Done");
  expect(banner).toHaveTextContent("1 move is kept");
  await user.click(screen.getByRole("button", { name: "Logout" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Discard 1 unsent move?" });
  await user.click(within(dialog).getByRole("button", { name: "Stay signed in" }));

  isServed = true;
  backend.network = "up";
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  expect(within(column("Done")).getByRole("link", { name: TITLE })).toBeVisible();
  expect(backend.callsOf(MOVE)).toHaveLength(1);
});
