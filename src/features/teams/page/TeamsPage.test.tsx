import { describe, expect, it } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { formatInstant } from "#lib/dates/day.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { BROKEN, dialog, members, openTeams, TEAM } from "#testing/screens/teamsPage.ts";

const TEAMS = "GET /api/teams";

const toasts = () => within(screen.getByRole("region", { name: "Notifications" }));

describe("the teams page", () => {
  it("shows a loading text, then that there are no teams", async () => {
    const backend = await openBackend();
    const held = backend.delay(TEAMS, 1);
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    expect(await screen.findByText("Loading teams")).toBeInTheDocument();
    expect(screen.queryByText("No teams yet")).not.toBeInTheDocument();
    held.release();
    expect(await screen.findByText("No teams yet")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "+ Create Team" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Create your first team" }));
    expect(screen.getByRole("dialog")).toBeInTheDocument();
  });

  it("shows every team with its name, its description or that it has none, its numbers of members and open tasks, and its creation date", async () => {
    const { teams } = await openTeams({
      teams: [
        { name: "Harbour", description: "Boats\nand <b>ropes</b>", members: ["Grace Hopper"] },
        { name: "Yard" },
      ],
    });
    const harbour = (await screen.findByRole("heading", { name: "Harbour" })).closest("li");
    expect(harbour).toHaveTextContent("Boats and <b>ropes</b>");
    expect(harbour).toHaveTextContent("1 member · 0 open tasks");
    expect(harbour).toHaveTextContent(`Created ${formatInstant(teams[0]?.created_at ?? "")}`);
    const yard = screen.getByRole("heading", { name: "Yard" }).closest("li");
    expect(yard).toHaveTextContent("No description");
  });

  it("shows an error when the server fails, and loads on retry, also from a server that responds with a bare list", async () => {
    const backend = await openBackend();
    backend.fail(TEAMS, BROKEN, 3);
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    expect((await screen.findAllByText("Failed to fetch teams")).length).toBeGreaterThan(0);
    expect(await toasts().findByText("Failed to fetch teams")).toBeInTheDocument();
    expect(screen.queryByText("No teams yet")).not.toBeInTheDocument();
    const created_at = "2026-03-08T12:00";
    backend.answer(TEAMS, [{ id: 7, name: "Foreign", description: null, created_at }]);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    const card = (await screen.findByRole("heading", { name: "Foreign" })).closest("li");
    expect(card).toHaveTextContent("No description");
    expect(card).toHaveTextContent("Created Mar 08, 2026");
    backend.answer(TEAM, { id: 7, name: "Foreign", members: [{ id: 3, email: "x@example.com" }] });
    await user.click(screen.getByRole("button", { name: "Foreign" }));
    const team = await dialog("Foreign");
    expect(await within(team).findByText("Team Members (1)")).toBeInTheDocument();
    expect(backend.callsOf(TEAM).map(({ name }) => name)).toEqual(["GET /api/teams/7"]);
    expect(members(team)[0]).toContain("x@example.com");
  });
});
