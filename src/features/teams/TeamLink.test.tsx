import { beforeEach, describe, expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { Team } from "#contract/shapes/team.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask, createTeam } from "#testing/screens/create.ts";
import { address, expectTitles } from "#testing/screens/taskList.tsx";

const NAMES = "GET /api/teams/names";

let backend: Backend;
let admin: TestUser;
let team: Team;

beforeEach(async () => {
  backend = await openBackend();
  admin = await backend.as("admin", { name: "Root", email: "root@example.com" });
  team = await createTeam(admin, "Harbour");
});

const link = () => screen.findByRole("link", { name: "Team Harbour" });

describe("a task's team", () => {
  it("shows on a card to a member, and leads to its tasks", async () => {
    await createTask(admin, "Without a team");
    const { user, view } = await renderApp({ path: "/kanban", as: "member", backend });
    await screen.findByRole("link", { name: "Without a team" });
    // Its name needs no request while no task has a team.
    expect(backend.callsOf(NAMES)).toHaveLength(0);
    view.unmount();
    await createTask(admin, "Paint the boat", { team_id: team.id });
    await renderApp({ path: "/kanban", backend });
    await user.click(await link());
    expect(address()).toBe(`/tasks?team=${team.id}`);
    const chip = await screen.findByRole("button", { name: "Remove filter: Team Harbour" });
    expect(chip).toHaveTextContent("Team Harbour");
    await expectTitles("Paint the boat");
    expect(backend.callsOf(NAMES)).toHaveLength(1);
  });
});

describe("a team on /teams", () => {
  it("leads from its card and from its dialog to its tasks", async () => {
    await createTask(admin, "Paint the boat", { team_id: team.id });
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    for (const where of ["card", "dialog"]) {
      const open = await screen.findByRole("button", { name: "Harbour" });
      if (where === "dialog") await user.click(open);
      const scope = where === "dialog" ? await screen.findByRole("dialog") : document.body;
      await user.click(await within(scope).findByRole("link", { name: "Tasks of Harbour" }));
      expect(address()).toBe(`/tasks?team=${team.id}`);
      await screen.findByText("1 total task");
      expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
      await user.click(screen.getByRole("link", { name: "Teams" }));
    }
  });
});
