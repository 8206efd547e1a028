import { expect, it } from "@jest/globals";
import { QueryStatus } from "@reduxjs/toolkit/query/react";
import { screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { moveByMenu } from "#testing/screens/boardScreen.ts";
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

/** What a proxy sends in place of the server's response, for example after its sign-on has ended. */
const PAGE = "<!doctype html><title>Sign in</title>";

it("a proxy's page doesn't save a move: it waits, the banner says what answers, and the server gets it later", async () => {
  const { backend, session } = await filled();
  const { user } = await renderApp({ path: "/kanban", as: session, backend });
  await screen.findByRole("link", { name: "Feed the cat" });
  await waitFor(() => expect(backend.callsOf("GET /api/auth/me")).not.toEqual([]));
  backend.fail("PATCH /api/kanban/{id}/status", { status: 200, body: PAGE });
  backend.fail("GET /api/auth/me", { status: 200, body: PAGE }, 2);
  backend.fail("GET /api/kanban/board", { status: 200, body: PAGE }, 1);
  await moveByMenu(user, "Feed the cat", "Done");
  await waitFor(() => expect(banner()).toHaveTextContent("A web page answers in place of"));
  expect(screen.getByRole("button", { name: "Load the page again" })).toBeVisible();
  expect(screen.queryByText("Task moved to Done")).not.toBeInTheDocument();
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  const { status } = await backend.db
    .selectFrom("tasks")
    .select("status")
    .executeTakeFirstOrThrow();
  expect(status).toBe("Done");
});

it.each([
  [200, 3, 6],
  [400, 3, 6],
  [401, 3, 6],
  [403, 3, 6],
  // It lets the probe through.
  [403, 9, 0],
])(
  "a proxy's page with status %i doesn't end the session, and the banner says what answers",
  async (status, refreshes, others) => {
    const { backend, session } = await filled();
    backend.fail("POST /api/auth/refresh", { status, body: PAGE }, refreshes);
    if (others > 0) backend.fail("GET /api/auth/me", { status: 401, body: PAGE }, others);
    await renderApp({ path: "/profile", as: session, backend });
    await waitFor(() => expect(banner()).toHaveTextContent("A web page answers in place of"));
    expect(localStorage.getItem("refreshToken")).not.toBeNull();
    expect(
      await screen.findByRole("heading", { name: "Update Profile Information" }),
    ).toBeVisible();
  },
);

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
