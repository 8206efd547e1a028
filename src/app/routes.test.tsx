import { describe, expect, it } from "@jest/globals";
import { act, screen, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const path = () => window.location.pathname;
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("the route table", () => {
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
