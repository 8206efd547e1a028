import { beforeEach, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTeam } from "#testing/screens/create.ts";

const ADD = "POST /api/teams/{id}/members";

let backend: Backend;

/** A team with Max as its member; Grace, Alan and Edsger are in no team. */
beforeEach(async () => {
  backend = await openBackend();
  const admin = await backend.as("admin", { name: "Root", email: "root@example.com" });
  const max = await backend.as("member", { name: "Max Smith", email: "max@example.com" });
  await createTeam(admin, "Yard", { members: [max.user.id] });
  for (const name of ["Grace", "Alan", "Edsger"]) {
    await backend.as("member", { name, email: `${name.toLowerCase()}@example.com` });
  }
});

async function openSeveral() {
  const app = await renderApp({ path: "/teams", as: "admin", backend });
  await app.user.click(await screen.findByRole("button", { name: "Yard" }));
  const team = within(await screen.findByRole("dialog", { name: "Yard" }));
  await app.user.click(await team.findByRole("button", { name: "Add several…" }));
  const dialog = await screen.findByRole("dialog", { name: "Add several to Yard" });
  await within(dialog).findByRole("checkbox", { name: /Grace/ });
  return { ...app, team, dialog: within(dialog) };
}

const memberNames = async () => {
  const rows = await backend.db
    .selectFrom("team_members")
    .innerJoin("users", "users.id", "team_members.user_id")
    .select("name")
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
};

it("ticks people of a search, a pasted list or a range, and says who is unknown or a member", async () => {
  const { user, team, dialog } = await openSeveral();
  expect(dialog.queryByRole("checkbox", { name: /Max Smith/ })).toBeNull();
  expect(dialog.getByRole("button", { name: "Add 0 Members" })).toBeDisabled();
  const search = dialog.getByRole("searchbox", { name: "Search people" });
  await user.type(search, "ALAN@");
  expect(dialog.getAllByRole("checkbox")).toHaveLength(1);
  await user.click(dialog.getByRole("checkbox", { name: /Alan/ }));
  await user.clear(search);
  const paste = dialog.getByRole("textbox", { name: "Or paste addresses" });
  await user.click(paste);
  await user.paste("Grace <GRACE@example.com>, nobody@example.com\nmax@example.com");
  expect(dialog.getByRole("checkbox", { name: /Grace/ })).toBeChecked();
  expect(dialog.getByText(/Already a member/)).toHaveTextContent("max@example.com");
  expect(dialog.getByText(/Not found/)).toHaveTextContent("nobody@example.com");
  expect(dialog.getByRole("button", { name: "Add 2 Members" })).toBeEnabled();
  await user.clear(paste);
  expect(dialog.getByRole("checkbox", { name: /Grace/ })).not.toBeChecked();
  expect(dialog.getByRole("checkbox", { name: /Alan/ })).toBeChecked();

  await user.keyboard("{Shift>}");
  await user.click(dialog.getByRole("checkbox", { name: /Grace/ }));
  await user.keyboard("{/Shift}");
  const checked = () => dialog.queryAllByRole("checkbox", { checked: true });
  expect(checked()).toHaveLength(3);
  await user.type(search, "grace@");
  expect(checked()).toHaveLength(1);
  expect(dialog.getByRole("button", { name: "Add 3 Members" })).toBeEnabled();
  // The dialog is empty when it opens again.
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await user.click(team.getByRole("button", { name: "Add several…" }));
  expect(await screen.findByRole("button", { name: "Add 0 Members" })).toBeDisabled();
});

it("shows a result per person with one toast, retries failures, and undoes", async () => {
  const { user, team, dialog } = await openSeveral();
  backend.fail(ADD, { status: 500, body: { error: "The disk is full" } });
  for (const box of dialog.getAllByRole("checkbox", { name: /Grace|Alan|Edsger/ })) {
    await user.click(box);
  }
  await user.click(dialog.getByRole("button", { name: "Add 3 Members" }));
  await dialog.findAllByText("2 members added, 1 failed");
  expect(dialog.getByText("The disk is full")).toBeVisible();
  expect(dialog.getAllByText("Added")).toHaveLength(2);
  // The toast has the same text as the dialog.
  await waitFor(() => expect(screen.getAllByText("2 members added, 1 failed")).toHaveLength(2));
  expect(screen.queryByText("Member added successfully")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Retry 1 failed" }));
  await dialog.findAllByText("3 members added");
  expect(await memberNames()).toEqual(["Alan", "Edsger", "Grace", "Max Smith"]);
  expect(await team.findByText("Team Members (4)")).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Undo adding of 3" }));
  await dialog.findAllByText("3 members removed");
  expect(await memberNames()).toEqual(["Max Smith"]);
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect(await team.findByText("Team Members (1)")).toBeInTheDocument();
});
