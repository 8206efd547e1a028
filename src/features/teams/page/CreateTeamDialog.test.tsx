import { describe, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { enterText } from "#testing/screens/enterText.ts";
import { dialog, openTeams } from "#testing/screens/teamsPage.ts";

describe("creating a team", () => {
  async function openForm() {
    const app = await openTeams();
    await app.user.click(screen.getByRole("button", { name: "+ Create Team" }));
    const form = within(await dialog("Create Team"));
    return {
      ...app,
      form,
      name: form.getByLabelText("Team Name"),
      description: form.getByLabelText("Description"),
      submit: form.getByRole("button", { name: "Create Team" }),
    };
  }

  it("trims name and description, sends one request, stays open until the response, and shows the team immediately", async () => {
    const { user, backend, form, name, description, submit } = await openForm();
    expect(name).toHaveFocus();
    await user.type(name, "  Harbour ");
    await user.type(description, " Boats ");
    const held = backend.delay("POST /api/teams");
    await user.click(submit);
    await held.arrived;
    const button = await form.findByRole("button", { name: "Creating..." });
    expect(button).toBeDisabled();
    await user.type(name, "{Enter}");
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog", { name: "Create Team" })).toBeInTheDocument();
    held.release();
    expect(await screen.findByText("Team created successfully")).toBeInTheDocument();
    expect(await screen.findByRole("heading", { name: "Harbour" })).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    const bodies = backend.callsOf("POST /api/teams").map(({ body }) => body);
    expect(bodies).toEqual([{ name: "Harbour", description: "Boats" }]);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "+ Create Team" })).toHaveFocus(),
    );
  });

  it("shows a missing name and the server's field error at the field, and keeps the input after a failure", async () => {
    const { user, backend, form, name, description, submit } = await openForm();
    await user.type(name, "   ");
    await user.click(submit);
    expect(await form.findByText("Team name is required")).toBeInTheDocument();
    expect(name).toHaveAccessibleDescription("Team name is required");
    await waitFor(() => expect(name).toHaveFocus());
    expect(backend.callsOf("POST /api/teams")).toHaveLength(0);

    const errors = [{ param: "name", msg: "Team name is taken" }];
    backend.fail("POST /api/teams", { status: 400, body: { errors } });
    await enterText(user, name, "Yard");
    await enterText(user, description, "Where boats sleep");
    await user.click(submit);
    expect(await form.findByText("Team name is taken")).toBeInTheDocument();
    expect(await screen.findByText("Failed to create team")).toBeInTheDocument();
    expect(name).toHaveValue("Yard");
    expect(description).toHaveValue("Where boats sleep");
    backend.fail("POST /api/teams", "unreachable");
    await user.click(await form.findByRole("button", { name: "Create Team" }));
    await waitFor(() => expect(backend.callsOf("POST /api/teams")).toHaveLength(2));
    const again = await form.findByRole("button", { name: "Create Team" });
    await waitFor(() => expect(again).toHaveFocus());
    expect(name).toHaveValue("Yard");
    await user.click(again);
    expect(await screen.findByRole("heading", { name: "Yard" })).toBeInTheDocument();
  });
});
