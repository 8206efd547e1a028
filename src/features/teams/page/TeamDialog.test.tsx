import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { TeamResponse } from "#contract/team.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { ADD_MEMBER, addTeams, BROKEN, openTeam, TEAM } from "#testing/screens/teamsPage.ts";

describe("an open team", () => {
  it("shows its description and its members with name, email, role and Remove", async () => {
    const { team } = await openTeam({
      teams: [{ name: "Harbour", description: "Boats", members: ["Grace Hopper", "Alan Turing"] }],
    });
    expect(await within(team).findByText("Team Members (2)")).toBeInTheDocument();
    expect(within(team).getByText("Boats")).toBeInTheDocument();
    const [alan, grace] = within(team).getAllByRole("listitem");
    expect(alan).toHaveTextContent("Alan Turing");
    expect(alan).toHaveTextContent("alan@example.com");
    expect(alan).toHaveTextContent("Member");
    expect(grace).toHaveTextContent("Grace Hopper");
    expect(within(team).getByRole("button", { name: "Remove Grace Hopper" })).toHaveTextContent(
      "Remove",
    );
  });

  it("shows a missing description, missing members and the Admin role", async () => {
    const { user, backend, team } = await openTeam({ teams: [{ name: "Yard" }] });
    expect(within(team).getByText("No description")).toBeInTheDocument();
    expect(await within(team).findByText("Nobody is in this team yet.")).toBeInTheDocument();
    expect(within(team).getByText("Team Members (0)")).toBeInTheDocument();
    await user.click(within(team).getByRole("button", { name: "+ Add Member" }));
    const root = await screen.findByRole("option", { name: /Root/ });
    await user.selectOptions(screen.getByLabelText("User"), root);
    await user.click(screen.getByRole("button", { name: "Add Member" }));
    expect(await within(team).findByText("Admin")).toBeInTheDocument();
    expect(backend.callsOf(ADD_MEMBER)).toHaveLength(1);
  });

  it("shows a loading text for its members, and returns the focus to its card when it closes", async () => {
    const backend = await openBackend();
    await addTeams(backend, { teams: [{ name: "Yard" }] });
    const held = backend.delay(TEAM, 1);
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    await user.click(await screen.findByRole("button", { name: "Yard" }));
    expect(await screen.findByText("Loading members")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "+ Add Member" })).toBeDisabled();
    held.release();
    expect(await screen.findByText("Team Members (0)")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Yard" })).toHaveFocus();
  });

  it("shows an error when the server fails, and loads on retry", async () => {
    const backend = await openBackend();
    await addTeams(backend, { teams: [{ name: "Yard", members: ["Grace Hopper"] }] });
    backend.fail(TEAM, BROKEN);
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    await user.click(await screen.findByRole("button", { name: "Yard" }));
    await waitFor(() =>
      expect(screen.getAllByText("Failed to fetch team details")).toHaveLength(2),
    );
    expect(screen.queryByText("Nobody is in this team yet.")).not.toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Team Members (1)")).toBeInTheDocument();
  });
});

it("a team's members reflect role changes and deletions of users", async () => {
  const { backend, team, teams, store } = await openTeam({
    teams: [{ name: "Yard", members: ["Grace Hopper"] }],
  });
  await within(team).findByText("Team Members (1)");
  const { userChangesApi } = await import("#features/users/userChangesApi.ts");
  const { body } = await (await backend.as("admin")).call(
    "GET",
    `/api/teams/${teams[0]?.id ?? ""}`,
  );
  const [grace] = (body as TeamResponse).members;
  await store.dispatch(
    userChangesApi.endpoints.updateUser.initiate({
      id: grace?.id ?? "",
      change: { role: "admin" },
    }),
  );
  expect(await within(team).findByText("Admin")).toBeInTheDocument();
  await store.dispatch(userChangesApi.endpoints.deleteUser.initiate(grace?.id ?? ""));
  expect(await within(team).findByText("Team Members (0)")).toBeInTheDocument();
});
