import { describe, expect, it, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const path = () => window.location.pathname;
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("the route table", () => {
  it.each([
    ["/login", "Welcome Back", ["GET /api/auth/options"]],
    ["/register", "Create Account", []],
  ])("%s is public and shows %s", async (at, title, options) => {
    const { backend } = await renderApp({ path: at });
    expect(await heading(title)).toBeVisible();
    expect(path()).toBe(at);
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(backend.calls.map(({ name }) => name)).toEqual(options);
  });

  it.each([
    ["/", "Dashboard"],
    ["/dashboard", "Dashboard"],
    ["/kanban", "Kanban Board"],
    ["/tasks", "All Tasks"],
    ["/profile", "My Profile"],
  ])("%s shows a member %s in the layout", async (at, title) => {
    await renderApp({ path: at, as: "member" });
    expect(await heading(title)).toBeVisible();
    expect(path()).toBe(at);
    const content = within(screen.getByRole("main"));
    expect(content.getByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(screen.getByRole("button", { name: "Logout" })).toBeVisible();
    expect(screen.getByRole("navigation", { name: "Main" })).toBeVisible();
  });

  it("/tasks/{id} shows a member the task", async () => {
    const backend = await openBackend();
    const grace = await backend.as("member");
    const { body } = await grace.call("POST", "/api/tasks", { title: "Mow", priority: "Low" });
    const { id } = (body as { task: { id: string } }).task;
    await renderApp({ path: `/tasks/${id}`, as: "member", backend });
    expect(await heading("Mow")).toBeVisible();
  });

  it.each([
    ["/teams", "Team Management"],
    ["/users", "User Management"],
  ])("%s shows an admin %s", async (at, title) => {
    await renderApp({ path: at, as: "admin" });
    expect(await heading(title)).toBeVisible();
    expect(path()).toBe(at);
  });

  it.each(["/nonsense", "/tasks/1/2", "/api-docs"])("%s redirects to /", async (at) => {
    const entries = window.history.length;
    await renderApp({ path: at, as: "member" });
    expect(await heading("Dashboard")).toBeVisible();
    expect(path()).toBe("/");
    expect(window.history.length).toBe(entries);
  });

  it("an unknown path redirects a visitor to sign-in", async () => {
    await renderApp({ path: "/nonsense" });
    expect(await heading("Welcome Back")).toBeVisible();
    expect(path()).toBe("/login");
  });
});

test("the side menu's links open their screens", async () => {
  const { user } = await renderApp({ path: "/", as: "admin" });
  await heading("Dashboard");
  for (const [label, title, at] of [
    ["Progress", "Kanban Board", "/kanban"],
    ["Tasks", "All Tasks", "/tasks"],
    ["Profile", "My Profile", "/profile"],
    ["Teams", "Team Management", "/teams"],
    ["Users", "User Management", "/users"],
    ["Dashboard", "Dashboard", "/dashboard"],
  ] as const) {
    await user.click(screen.getByRole("link", { name: label }));
    expect(await heading(title)).toBeVisible();
    await waitFor(() => expect(path()).toBe(at));
  }
});
