import { describe, expect, it, test } from "@jest/globals";
import { QueryStatus } from "@reduxjs/toolkit/query/react";
import { screen, waitFor, within } from "@testing-library/react";
import type { Role } from "#contract/user.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { banner, disconnect, reconnect } from "#testing/screens/connection.ts";

const toasts = () => screen.getByRole("region", { name: "Notifications" });

/** Starts a server with one task, one team and one account. */
async function filled(role: Role) {
  const backend = await openBackend();
  const admin = await backend.as("admin", { name: "Grace Hopper" });
  const task = { title: "Feed the cat", description: "", status: "Todo", priority: "Low" };
  const { body } = await admin.call("POST", "/api/tasks", task);
  await admin.call("POST", "/api/teams", { name: "Night shift", description: "" });
  const id = (body as { task: { id: string } }).task.id;
  return { backend, id, session: await backend.register({ role }) };
}

describe("a screen opened without a connection loads when it is back", () => {
  const SCREENS: [screen: string, path: string, role: Role, shows: () => Promise<unknown>][] = [
    ["the board", "/kanban", "member", () => screen.findByRole("link", { name: "Feed the cat" })],
    ["a task", "/tasks/{id}", "member", () => screen.findByText("No comments yet")],
    ["the profile", "/profile", "member", () => screen.findByText("Member Since")],
    ["the audit log", "/audit", "admin", () => screen.findByText("2 entries")],
  ];

  it.each(SCREENS)("%s", async (_name, path, role, shows) => {
    const { backend, id, session } = await filled(role);
    backend.network = "down";
    const { store } = await renderApp({ path: path.replace("{id}", id), as: session, backend });
    await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
    // All calls have used up their retries.
    const calls = () => Object.values(store.getState().api.queries);
    await waitFor(() =>
      expect(calls().every((call) => call?.status === QueryStatus.rejected)).toBe(true),
    );
    reconnect(backend);
    await shows();
    expect(banner()).toHaveTextContent("Back online");
    expect(window.location.pathname).toBe(path.replace("{id}", id));
    // The banner is the only message.
    expect(within(toasts()).queryAllByRole("alert")).toEqual([]);
  });
});

test("changes by others during an outage show afterwards", async () => {
  const { backend, id, session } = await filled("member");
  const grace = await backend.as("member", { name: "Ada" });
  await renderApp({ path: "/kanban", as: session, backend });
  await screen.findByRole("link", { name: "Feed the cat" });
  disconnect(backend);
  await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
  await grace.call("PATCH", `/api/kanban/${id}/status`, { status: "Done" });
  reconnect(backend);
  const done = screen.getByRole("region", { name: "Done" });
  expect(await within(done).findByRole("link", { name: "Feed the cat" })).toBeVisible();
});

test("a single lost call shows no banner", async () => {
  const { backend, session } = await filled("member");
  backend.fail("GET /api/kanban/board", { status: 503 }, 1);
  await renderApp({ path: "/kanban", as: session, backend });
  await screen.findByRole("link", { name: "Feed the cat" });
  expect(backend.callsOf("GET /healthz").length).toBeGreaterThan(0);
  expect(banner()).toBeEmptyDOMElement();
});

test('the banner and "Back online" disappear', async () => {
  const { backend, session } = await filled("member");
  await renderApp({ path: "/profile", as: session, backend });
  await screen.findByText("Member Since");
  disconnect(backend);
  await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
  reconnect(backend);
  await waitFor(() => expect(banner()).toHaveTextContent("Back online"));
  await waitFor(() => expect(banner()).toBeEmptyDOMElement());
});
