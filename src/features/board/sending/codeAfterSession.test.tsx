import { expect, it, jest } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import { PASSWORD } from "#testing/backend.ts";
import { moveByMenu } from "#testing/boardScreen.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import type * as loader from "./loadSending.ts";

const MOVE = "PATCH /api/kanban/{id}/status";
const TITLE = "Feed the cat";

const code = Promise.withResolvers<void>();

// Delays the code that sends and keeps moves.
jest.mock("./loadSending.ts", () => {
  const real = jest.requireActual<typeof loader>("./loadSending.ts");
  return { ...real, loadSending: () => code.promise.then(() => real.loadSending()) };
});

it("a move from before the code has arrived survives the end of the session", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  const task = { title: TITLE, description: "", status: "Todo", priority: "High" };
  await grace.call("POST", "/api/tasks", task);
  const ada = await backend.register();
  const { user } = await renderApp({ path: "/kanban", as: ada, backend });
  await moveByMenu(user, TITLE, "Done");

  backend.fail("POST /api/auth/refresh", { status: 401, body: { error: "Over" } });
  backend.expireAccessTokens();
  await user.click(screen.getByRole("link", { name: "Tasks" }));
  await screen.findByText("Session expired. Please login again.");
  await screen.findByRole("heading", { name: "Welcome Back" });
  await act(async () => code.resolve());

  await user.type(screen.getByLabelText("Email Address"), ada.user.email);
  await user.type(screen.getByLabelText("Password"), PASSWORD);
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  await waitFor(() => expect(backend.callsOf(MOVE)).toHaveLength(1));
});
