import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { selectHasExtensions } from "./extensions.ts";

test("extensions are available once a response names an event", async () => {
  const { store } = await renderApp({ path: "/kanban", as: "member" });
  await waitFor(() => expect(selectHasExtensions(store.getState())).toBe(true));
});

test("extensions are not available if no response names an event", async () => {
  const backend = await openBackend();
  const session = await backend.register();
  backend.answer("GET /api/auth/me", session.user, 9);
  backend.answer("GET /api/kanban/board", { board: { Todo: [], "In Progress": [], Done: [] } }, 9);
  backend.answer("GET /api/users", [session.user], 9);
  const { store } = await renderApp({ path: "/kanban", as: session, backend });
  expect(await screen.findAllByText("No tasks")).toHaveLength(3);
  expect(selectHasExtensions(store.getState())).toBe(false);
});
