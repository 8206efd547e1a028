import { describe, expect, it } from "@jest/globals";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Provider } from "react-redux";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { ADD_MEMBER, BROKEN, dialog, openTeam } from "#testing/screens/teamsPage.ts";
import { AddMemberDialog } from "./AddMemberDialog.tsx";

describe("adding a member", () => {
  async function openForm() {
    const app = await openTeam({
      teams: [{ name: "Yard", members: ["Grace Hopper"] }],
      others: ["Alan Turing"],
    });
    await within(app.team).findByText("Team Members (1)");
    const opener = within(app.team).getByRole("button", { name: "+ Add Member" });
    await app.user.click(opener);
    const form = await dialog("Add Member to Yard");
    await within(form).findByRole("option", { name: /Alan Turing/ });
    const submit = within(form).getByRole("button", { name: "Add Member" });
    return { ...app, opener, form, submit, select: within(form).getByLabelText("User") };
  }
  const optionsOf = (select: HTMLElement) =>
    within(select)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);

  it("offers all users except current members, and adds the chosen one", async () => {
    const { user, backend, team, opener, select, submit } = await openForm();
    expect(optionsOf(select)).toEqual([
      "Choose a user...",
      "Ada Lovelace (ada.lovelace@example.com)",
      "Alan Turing (alan@example.com)",
      "Root (root@example.com)",
    ]);
    await user.selectOptions(select, "Alan Turing (alan@example.com)");
    await user.click(submit);
    expect(await screen.findByText("Member added successfully")).toBeInTheDocument();
    expect(await within(team).findByText("Team Members (2)")).toBeInTheDocument();
    expect(screen.queryByRole("dialog", { name: /Add Member/ })).not.toBeInTheDocument();
    await waitFor(() => expect(opener).toHaveFocus());
    expect(Object.keys(backend.callsOf(ADD_MEMBER)[0]?.body ?? {})).toEqual(["userId"]);
    await user.click(opener);
    await waitFor(() =>
      expect(optionsOf(screen.getByLabelText("User"))).not.toContain(
        "Alan Turing (alan@example.com)",
      ),
    );
  });

  it("asks for a choice, keeps it after a failure, and stops offering a deleted user", async () => {
    const { user, backend, form, select, submit } = await openForm();
    const send = async () =>
      await user.click(await within(form).findByRole("button", { name: "Add Member" }));
    expect(select).toHaveDisplayValue("Choose a user...");
    await user.click(submit);
    expect(await screen.findByText("Please select a user")).toBeInTheDocument();
    expect(select).toHaveAccessibleDescription("Please select a user");
    expect(backend.callsOf(ADD_MEMBER)).toHaveLength(0);

    backend.fail(ADD_MEMBER, "unreachable");
    await user.selectOptions(select, "Alan Turing (alan@example.com)");
    await send();
    expect(await screen.findByText("Failed to add member")).toBeInTheDocument();
    backend.fail(ADD_MEMBER, { status: 409, body: { error: "No more room" } });
    await send();
    expect(await within(form).findByText("No more room")).toBeInTheDocument();
    expect(select).toHaveDisplayValue("Alan Turing (alan@example.com)");

    await backend.db.deleteFrom("users").where("name", "=", "Alan Turing").execute();
    await send();
    expect(await within(form).findByText("User does not exist")).toBeInTheDocument();
    await waitFor(() => expect(optionsOf(select)).toHaveLength(3));
  });

  it("shows an error if the users cannot be fetched, and a text if none are left", async () => {
    const app = await openTeam({ teams: [{ name: "Yard" }] });
    const { user, backend } = app;
    await within(app.team).findByText("Team Members (0)");
    const opener = within(app.team).getByRole("button", { name: "+ Add Member" });
    backend.fail("GET /api/users", BROKEN, 1);
    await user.click(opener);
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(screen.getByLabelText("User")).toHaveAccessibleDescription("Failed to fetch users");
    backend.answer("GET /api/users", []);
    await user.click(retry);
    expect(await screen.findByText("Everybody is in this team already.")).toBeInTheDocument();
  });
});

it("without an open team says 'No team selected' and sends nothing", async () => {
  const backend = await openBackend();
  backend.answer("GET /api/users", { users: [{ id: 5, name: "Grace", email: "g@example.com" }] });
  render(
    <Provider store={makeTestStore()}>
      <AddMemberDialog team={null} members={[]} onClose={() => undefined} />
    </Provider>,
  );
  await screen.findByRole("option", { name: /Grace/ });
  await userEvent.selectOptions(screen.getByLabelText("User"), "5");
  await userEvent.click(screen.getByRole("button", { name: "Add Member" }));
  expect(await screen.findByText("No team selected")).toBeInTheDocument();
  expect(backend.callsOf(ADD_MEMBER)).toHaveLength(0);
});
