import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { BROKEN, members, openTeam } from "#testing/screens/teamsPage.ts";

const REMOVE = "DELETE /api/teams/{id}/members/{userId}";

describe("removing a member", () => {
  async function openTwo() {
    const app = await openTeam({
      teams: [{ name: "Yard", members: ["Alan Turing", "Grace Hopper"] }],
    });
    await within(app.team).findByText("Team Members (2)");
    return app;
  }
  const removeButton = (name: string) => screen.getByRole("button", { name: `Remove ${name}` });
  const confirm = async () => await screen.findByRole("button", { name: "Remove" });

  it("asks for confirmation, keeps the member after a failure, removes the row, also if somebody has removed them already, and moves the focus to the next row or finally to Add", async () => {
    const { user, backend, team } = await openTwo();
    await user.click(removeButton("Alan Turing"));
    const question = await screen.findByRole("alertdialog", { name: "Remove member" });
    expect(question).toHaveTextContent("Are you sure you want to remove Alan Turing from Yard?");
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(members(team)).toHaveLength(2);
    expect(removeButton("Alan Turing")).toHaveFocus();
    expect(backend.callsOf(REMOVE)).toHaveLength(0);

    backend.fail(REMOVE, BROKEN);
    await user.keyboard("{Enter}");
    await user.click(await confirm());
    expect(await screen.findByText("Failed to remove member")).toBeInTheDocument();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(members(team)).toHaveLength(2);
    expect(removeButton("Alan Turing")).toHaveFocus();

    await user.keyboard("{Enter}");
    await user.click(await confirm());
    expect(await screen.findByText("Member removed successfully")).toBeInTheDocument();
    const rows = await backend.db.selectFrom("team_members").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(await within(team).findByText("Team Members (1)")).toBeInTheDocument();
    expect(members(team)[0]).toContain("Grace Hopper");
    await waitFor(() => expect(removeButton("Grace Hopper")).toHaveFocus());
    await backend.db.deleteFrom("team_members").execute();
    await user.keyboard("{Enter}");
    await user.click(await confirm());
    expect(await within(team).findByText("Team Members (0)")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("button", { name: "+ Add Member" })).toHaveFocus());
  });
});
