import { expect, it } from "@jest/globals";
import { QueryStatus } from "@reduxjs/toolkit/query/react";
import { screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { banner, disconnect, reconnect } from "#testing/screens/connection.ts";

const toasts = () => screen.getByRole("region", { name: "Notifications" });

/** Starts a server with one task and one account. */
async function filled() {
  const backend = await openBackend();
  const admin = await backend.as("admin", { name: "Grace Hopper" });
  const task = { title: "Feed the cat", description: "", status: "Todo", priority: "Low" };
  const { body } = await admin.call("POST", "/api/tasks", task);
  const id = (body as { task: { id: string } }).task.id;
  return { backend, id, session: await backend.register({ role: "admin" }) };
}

it("a screen opened without a connection loads when it is back", async () => {
  const { backend, session } = await filled();
  backend.network = "down";
  const { store } = await renderApp({ path: "/audit", as: session, backend });
  await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
  // All calls have used up their retries.
  const calls = () => Object.values(store.getState().api.queries);
  await waitFor(() =>
    expect(calls().every((call) => call?.status === QueryStatus.rejected)).toBe(true),
  );
  reconnect(backend);
  await screen.findByText("1 entry");
  expect(banner()).toHaveTextContent("Back online");
  expect(window.location.pathname).toBe("/audit");
  // The banner is the only message.
  expect(within(toasts()).queryAllByRole("alert")).toEqual([]);
});

it("changes by others during an outage show afterwards, and the banner disappears", async () => {
  const { backend, id, session } = await filled();
  const grace = await backend.as("member", { name: "Ada" });
  await renderApp({ path: "/kanban", as: session, backend });
  await screen.findByRole("link", { name: "Feed the cat" });
  disconnect(backend);
  await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
  await grace.call("PATCH", `/api/kanban/${id}/status`, { status: "Done" });
  reconnect(backend);
  await waitFor(() => expect(banner()).toHaveTextContent("Back online"));
  const done = screen.getByRole("region", { name: "Done" });
  expect(await within(done).findByRole("link", { name: "Feed the cat" })).toBeVisible();
  await waitFor(() => expect(banner()).toBeEmptyDOMElement());
});
