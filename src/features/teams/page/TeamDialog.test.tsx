import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import {
  ADD_MEMBER,
  addTeams,
  BROKEN,
  dialog,
  openTeam,
  TEAM,
} from "#testing/screens/teamsPage.ts";

describe("an open team", () => {
  it("shows a loading text, then its description and members, or an error with a retry, and returns the focus to its card", async () => {
    const backend = await openBackend();
    const harbour = { name: "Harbour", members: ["Grace Hopper", "Alan Turing"] };
    const yard = { name: "Yard", members: ["Max Smith"] };
    await addTeams(backend, { teams: [{ ...harbour, description: "Boats" }, yard] });
    const held = backend.delay(TEAM, 1);
    const { user } = await renderApp({ path: "/teams", as: "admin", backend });
    await user.click(await screen.findByRole("button", { name: "Harbour" }));
    const team = await dialog("Harbour");
    expect(within(team).getByText("Loading members")).toBeInTheDocument();
    expect(within(team).getByRole("button", { name: "+ Add Member" })).toBeDisabled();
    held.release();
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
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Harbour" })).toHaveFocus();

    backend.fail(TEAM, BROKEN);
    await user.click(screen.getByRole("button", { name: "Yard" }));
    const failed = "Failed to fetch team details";
    await waitFor(() => expect(screen.getAllByText(failed)).toHaveLength(2));
    expect(screen.queryByText("Nobody is in this team yet.")).not.toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Team Members (1)")).toBeInTheDocument();
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
});
