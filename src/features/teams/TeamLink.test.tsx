import { beforeEach, describe, expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { Task, TaskResponse } from "#contract/task.ts";
import type { Team } from "#contract/team.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { address, expectTitles } from "#testing/screens/taskList.tsx";

const NAMES = "GET /api/teams/names";

let backend: Backend;
let admin: TestUser;
let team: Team;

beforeEach(async () => {
  backend = await openBackend();
  admin = await backend.as("admin", { name: "Root", email: "root@example.com" });
  const { body } = await admin.call("POST", "/api/teams", { name: "Harbour" });
  ({ team } = body as { team: Team });
});

async function addTask(title: string, team_id: string | null = team.id): Promise<Task> {
  const task = { title, description: "", status: "Todo", priority: "High", team_id };
  return ((await admin.call("POST", "/api/tasks", task)).body as TaskResponse).task;
}

const link = () => screen.findByRole("link", { name: "Team Harbour" });

describe("a task's team", () => {
  it.each(["/kanban", "/tasks"])(
    "shows on a card of %s to a member, and leads to its tasks",
    async (path) => {
      await addTask("Paint the boat");
      await addTask("Without a team", null);
      const { user } = await renderApp({ path, as: "member", backend });
      await user.click(await link());
      expect(address()).toBe(`/tasks?team=${team.id}`);
      const chip = await screen.findByRole("button", { name: "Remove filter: Team Harbour" });
      expect(chip).toHaveTextContent("Team Harbour");
      await expectTitles("Paint the boat");
      expect(backend.callsOf(NAMES)).toHaveLength(1);
    },
  );

  it("needs no request while no task has a team", async () => {
    await addTask("Without a team", null);
    await renderApp({ path: "/kanban", as: "member", backend });
    await screen.findByRole("link", { name: "Without a team" });
    expect(backend.callsOf(NAMES)).toHaveLength(0);
  });

  it("does not show with a server that implements only the specification", async () => {
    backend.answer("GET /api/tasks/search", { tasks: [{ id: 1, title: "Paint", team_id: 3 }] });
    backend.answer("GET /api/users", []);
    const session = await backend.register();
    backend.answer("GET /api/auth/me", session.user);
    await renderApp({ path: "/tasks?team=3", as: session, backend });
    await screen.findByRole("heading", { name: "Paint" });
    expect(screen.queryByRole("link", { name: /^Team / })).not.toBeInTheDocument();
    expect(screen.getByText("One team")).toBeInTheDocument();
    expect(backend.callsOf(NAMES)).toHaveLength(0);
  });
});

describe("a team on /teams", () => {
  it.each(["card", "dialog"])("leads from its %s to its tasks", async (where) => {
    await addTask("Paint the boat");
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    const open = await screen.findByRole("button", { name: "Harbour" });
    if (where === "dialog") await user.click(open);
    const scope = where === "dialog" ? await screen.findByRole("dialog") : document.body;
    await user.click(await within(scope).findByRole("link", { name: "Tasks of Harbour" }));
    expect(address()).toBe(`/tasks?team=${team.id}`);
    await screen.findByText("1 total task");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});
