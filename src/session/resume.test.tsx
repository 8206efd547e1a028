import { describe, expect, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { TaskResponse } from "#contract/shapes/task.ts";
import type { Role } from "#contract/user.ts";
import { type Backend, PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";
import { expiryElapsed } from "./authSlice.ts";
import { sessionApi } from "./sessionApi.ts";

const ADA = "ada.lovelace@example.com";
const BACK = "Your unsaved text is back.";

type App = Awaited<ReturnType<typeof renderApp>>;
type User = App["user"];

const path = () => window.location.pathname + window.location.search;
const area = () => screen.findByRole("textbox", { name: "Add a comment" });
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const left = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);

async function open(
  at: string,
  { role = "member", backend }: { role?: Role; backend?: Backend } = {},
) {
  const server = backend ?? (await openBackend());
  const session = await server.register({ role });
  return await renderApp({ path: at, as: session, backend: server });
}

/** Ends the session on the server, and sends a call to notice it. */
async function expire({ backend, store }: App) {
  const token = localStorage.getItem("refreshToken");
  await backend.call("POST", "/api/auth/logout", { refreshToken: token });
  fireEvent.focus(window);
  if (store.getState().auth.status !== "expired") {
    void store.dispatch(sessionApi.endpoints.getMe.initiate(undefined, { forceRefetch: true }));
  }
  await screen.findByText("Session expired. Please login again.");
  // The redirect's second needn't pass; src/app/redirects.test.ts shows it.
  act(() => void store.dispatch(expiryElapsed()));
  await screen.findByRole("heading", { name: "Welcome Back" });
}

async function signIn(user: User, email = ADA) {
  fireEvent.change(await screen.findByLabelText("Email Address"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: PASSWORD } });
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(window.location.pathname).not.toBe("/login"));
}

async function typeNewTask(user: User, title: string) {
  await user.click(await screen.findByRole("button", { name: "+ Add Task" }));
  await dialog("Create New Task");
  await user.paste(title);
  expect(left()).toContain(title);
}

/** Opens a list with a new task that has a title. */
async function openNewTask(title: string, at = "/tasks") {
  const app = await open(at);
  await typeNewTask(app.user, title);
  return app;
}

async function withTask(backend: Backend) {
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const { body } = await grace.call("POST", "/api/tasks", { title: "Mow", priority: "Low" });
  return { grace, ...(body as TaskResponse).task };
}

describe("after an expired session, for the same user", () => {
  test("reopens the new task with its text on the same page with its filters", async () => {
    const app = await openNewTask("Half a thought", "/tasks?priority=High");
    const { user } = app;
    await expire(app);
    const entries = window.history.length;
    await signIn(user);
    expect(await screen.findByText("Welcome back, Ada Lovelace!")).toBeVisible();
    expect(path()).toBe("/tasks?priority=High");
    expect(window.history.length).toBe(entries);
    const form = await dialog("Create New Task");
    await waitFor(() => expect(form.getByLabelText("Title")).toHaveValue("Half a thought"));
    expect(await form.findByText(BACK)).toBeVisible();
    await user.click(form.getByRole("button", { name: "Create Task" }));
    await screen.findByText("Task created successfully! ✅");
    await waitFor(() => expect(left()).not.toContain("Half a thought"));
  });

  test("reopens the edited task with its base, and restores the comment", async () => {
    const backend = await openBackend();
    const { id, grace, ...task } = await withTask(backend);
    const app = await open(`/tasks/${id}`, { backend });
    const { user } = app;
    await enterText(user, await area(), "Well done");
    await user.click(screen.getByRole("button", { name: "Edit Task" }));
    await user.type((await dialog("Edit Task")).getByLabelText("Title"), " the lawn");
    await expire(app);
    await grace.call("PUT", `/api/tasks/${id}`, { ...task, id: undefined, description: "Grace's" });
    await signIn(user);
    expect(path()).toBe(`/tasks/${id}`);
    const form = await dialog("Edit Task");
    await waitFor(() => expect(form.getByLabelText("Title")).toHaveValue("Mow the lawn"));
    const [, draft] =
      Object.entries(sessionStorage).find(([key]) => key.endsWith(`task:${id}`)) ?? [];
    expect(JSON.parse(String(draft))).toMatchObject({
      base: { id, title: "Mow", description: "" },
    });
    await user.click(form.getByRole("button", { name: "Discard" }));
    expect(form.getByLabelText("Title")).toHaveValue("Mow");
    expect(form.getByLabelText("Description")).toHaveValue("Grace's");
    expect(form.getByLabelText("Title")).toHaveFocus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await area()).toHaveValue("Well done");
  });

  test("restores the choice of a member", async () => {
    const backend = await openBackend();
    const grace = await backend.as("admin", { name: "Grace Hopper" });
    await grace.call("POST", "/api/teams", { name: "Crew", description: "" });
    const app = await open("/teams", { role: "admin", backend });
    const { user } = app;
    await user.click(await screen.findByRole("button", { name: "Crew" }));
    const add = await screen.findByRole("button", { name: "+ Add Member" });
    await waitFor(() => expect(add).toBeEnabled());
    await user.click(add);
    const choice = await screen.findByLabelText("User");
    await within(choice).findByRole("option", { name: /Grace Hopper/ });
    await user.selectOptions(choice, grace.user.id);
    await expire(app);
    await signIn(user);
    expect(path()).toBe("/teams");
    await screen.findByRole("option", { name: /Grace Hopper/ });
    await waitFor(() => expect(screen.getByLabelText("User")).toHaveValue(grace.user.id));
  });
});

describe("drafts are gone, and the app opens at home", () => {
  test("after a sign-out, and when the account is deactivated", async () => {
    const app = await openNewTask("Ada's secret");
    const { user } = app;
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await screen.findByRole("heading", { name: "Welcome Back" });
    await waitFor(() => expect(left()).not.toContain("Ada's secret"));
    await signIn(user);
    expect(path()).toBe("/");

    await user.click(await screen.findByRole("link", { name: "Tasks" }));
    await typeNewTask(user, "Half a thought");
    const admin = await app.backend.as("admin");
    const { id } = JSON.parse(localStorage.getItem("user") ?? "{}") as { id: string };
    await admin.call("PUT", `/api/users/${id}`, { is_active: false });
    await expire(app);
    await waitFor(() => expect(left()).not.toContain("Half a thought"));
  });

  test("when another user signs in after the expiry", async () => {
    const app = await openNewTask("Ada's secret");
    const { user, backend } = app;
    await backend.register({ email: "bob@example.com" });
    await expire(app);
    expect(left()).toContain("Ada's secret");
    await signIn(user, "bob@example.com");
    expect(path()).toBe("/");
    await screen.findByRole("heading", { name: "Dashboard" });
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(left()).not.toContain("Ada's secret"));
    expect(left()).not.toContain("/tasks");
  });
});

test("after another user's sign-in in another tab, this tab shows nothing of the former user", async () => {
  const backend = await openBackend();
  const { id } = await withTask(backend);
  const { user } = await open(`/tasks/${id}?from=ada`, { backend });
  await user.click(await screen.findByRole("button", { name: "Edit Task" }));
  await user.type((await dialog("Edit Task")).getByLabelText("Title"), "Ada's");
  const bob = await backend.register({ email: "bob@example.com" });
  backend.remember(bob);
  fireEvent(window, new StorageEvent("storage", { key: "user" }));
  expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect(path()).toBe("/");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("link", { name: /^Bob/ })).toBeVisible();
  expect(left()).not.toContain("Ada's");
});

test("an abandoned draft is restored on its page, but not while it is being saved", async () => {
  const backend = await openBackend();
  const { id } = await withTask(backend);
  const { user } = await open(`/tasks/${id}`, { backend });
  async function leaveAndReturn() {
    await user.click(screen.getByRole("link", { name: "Tasks" }));
    await user.click(await screen.findByRole("link", { name: "Mow" }));
  }
  await enterText(user, await area(), "Well done");
  expect(screen.queryByText(BACK)).toBeNull();
  await leaveAndReturn();
  expect(await area()).toHaveValue("Well done");
  expect(await screen.findByText(BACK)).toBeVisible();
  const held = backend.delay("POST /api/tasks/{id}/comments");
  await user.click(screen.getByRole("button", { name: "Add Comment" }));
  await held.arrived;
  await leaveAndReturn();
  expect(await area()).toHaveValue("");
  expect(screen.queryByText(BACK)).toBeNull();
  held.release();
  await screen.findByText("Comment added ✅");
  await waitFor(() => expect(left()).not.toContain("Well done"));
});
