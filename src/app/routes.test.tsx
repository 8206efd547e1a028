import { describe, expect, it, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
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

  it("shows a member each screen in the layout, and replaces other paths by /", async () => {
    const backend = await openBackend();
    const grace = await backend.as("member");
    const { body } = await grace.call("POST", "/api/tasks", { title: "Mow", priority: "Low" });
    const { id } = (body as { task: { id: string } }).task;
    await renderApp({ path: "/profile", as: "member", backend });
    expect(await heading("My Profile")).toBeVisible();
    for (const [at, title, shown = at] of [
      ["/", "Dashboard"],
      ["/kanban", "Kanban Board"],
      ["/dashboard", "Dashboard"],
      ["/tasks", "All Tasks"],
      ["/nonsense", "Dashboard", "/"],
      [`/tasks/${id}`, "Mow"],
      ["/tasks/1/2", "Dashboard", "/"],
      ["/profile", "My Profile"],
      ["/api-docs", "Dashboard", "/"],
    ] as const) {
      window.history.pushState(null, "", at);
      const entries = window.history.length;
      act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
      expect(
        await within(screen.getByRole("main")).findByRole("heading", { level: 1, name: title }),
      ).toBeVisible();
      expect(path()).toBe(shown);
      expect(window.history.length).toBe(entries);
      expect(screen.getByRole("button", { name: "Logout" })).toBeVisible();
      expect(screen.getByRole("navigation", { name: "Main" })).toBeVisible();
    }
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
