import type { Team, TeamMember } from "#contract/team.ts";
import type { User } from "#contract/user.ts";
import { paths } from "#lib/paths.ts";
import { discard } from "../app.ts";
import type { Change, ReadFlow } from "../matrix.ts";
import type { Stage } from "../stage.ts";
import { expect } from "../test.ts";

let count = 0;
let switches = 0;

/** A new member that no other run uses. */
export async function addUser({ server }: Stage): Promise<User> {
  const email = `person${(count += 1)}.member@example.com`;
  return (await server.signUp({ email })).user;
}

async function addTeam({ call }: Stage, members: readonly User[] = []): Promise<Team> {
  const body = { name: `Team ${(count += 1)}`, description: "" };
  const { team } = await call<{ team: Team }>("POST", "/api/teams", body);
  for (const { id } of members) await call("POST", `/api/teams/${team.id}/members`, { userId: id });
  return team;
}

const membersOf = async ({ call }: Stage, { id }: Team) =>
  (await call<{ members: TeamMember[] }>("GET", `/api/teams/${id}`)).members;

export const userOf = async ({ call }: Stage, { id }: User) =>
  (await call<{ user: User }>("GET", `/api/users/${id}`)).user;

/** Opens the page again if the app redirected home because it could not load the user (§2). */
async function againAt({ page, goTo }: Stage, screen: "Teams" | "Users"): Promise<void> {
  if (new URL(page.url()).pathname === paths.home) await goTo(screen);
}

/** The row of a new user. */
async function openRow(stage: Stage, active = true) {
  const user = await addUser(stage);
  if (!active) await stage.call("PUT", `/api/users/${user.id}`, { is_active: false });
  await stage.reopen("Users");
  const row = stage.page.getByRole("row", { name: user.name });
  await expect(row).toBeVisible();
  return { user, row };
}

/** The dialog of a team. */
async function openTeam({ page, reopen }: Stage, team: Team) {
  await reopen("Teams");
  await page.getByRole("button", { name: team.name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: team.name, exact: true });
  await expect(dialog.getByText(/^Team Members \(\d+\)$/)).toBeVisible();
  return dialog;
}

export const createTeam: Change = {
  kind: "change",
  name: "create a team",
  calls: /^POST \/api\/teams$/,
  begin: async ({ page, reopen }) => {
    const name = `Team ${(count += 1)}`;
    await reopen("Teams");
    await page.getByRole("button", { name: "+ Create Team" }).click();
    const dialog = page.getByRole("dialog", { name: "Create Team" });
    await dialog.getByLabel("Team Name").fill(name);
    const shown = async () => {
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(1);
    };
    return {
      send: () => dialog.getByRole("button", { name: "Create Team" }).click(),
      whilePending: () =>
        expect(dialog.getByRole("button", { name: "Creating..." })).toBeDisabled(),
      success: "Team created successfully",
      failure: "Failed to create team",
      kept: () => expect(dialog.getByLabel("Team Name")).toHaveValue(name),
      shown,
      unsure: {
        shows: async () => {
          await discard(page, dialog);
          await shown();
        },
      },
    };
  },
};

export const addMember: Change = {
  kind: "change",
  name: "add a member",
  calls: /^POST \/api\/teams\/[^/]+\/members$/,
  begin: async (stage) => {
    const { page } = stage;
    const user = await addUser(stage);
    const team = await addTeam(stage);
    const dialog = await openTeam(stage, team);
    await dialog.getByRole("button", { name: "+ Add Member" }).click();
    const adding = page.getByRole("dialog", { name: `Add Member to ${team.name}` });
    const select = adding.getByLabel("User");
    await select.selectOption(user.id);
    const isMember = async () => {
      await expect(dialog.getByRole("button", { name: `Remove ${user.name}` })).toBeVisible();
      expect(await membersOf(stage, team)).toHaveLength(1);
    };
    return {
      send: () => adding.getByRole("button", { name: "Add Member" }).click(),
      whilePending: () => expect(adding.getByRole("button", { name: "Adding..." })).toBeDisabled(),
      success: "Member added successfully",
      failure: "Failed to add member",
      kept: () => expect(adding).toBeVisible(),
      shown: async () => {
        await isMember();
        await dialog.getByRole("button", { name: "Close" }).click();
      },
      unsure: {
        shows: async () => {
          await adding.getByRole("button", { name: "Cancel" }).click();
          await isMember();
          await dialog.getByRole("button", { name: "Close" }).click();
        },
      },
    };
  },
};

export const removeMember: Change = {
  kind: "change",
  name: "remove a member",
  calls: /^DELETE \/api\/teams\/[^/]+\/members\/[^/]+$/,
  begin: async (stage) => {
    const { page } = stage;
    const user = await addUser(stage);
    const team = await addTeam(stage, [user]);
    const dialog = await openTeam(stage, team);
    const question = page.getByRole("alertdialog");
    return {
      send: async () => {
        await dialog.getByRole("button", { name: `Remove ${user.name}` }).click();
        await question.getByRole("button", { name: "Remove" }).click();
      },
      whilePending: () => expect(question).toBeVisible(),
      success: "Member removed successfully",
      failure: "Failed to remove member",
      shown: async () => {
        await expect(dialog.getByText("Nobody is in this team yet.")).toBeVisible();
        expect(await membersOf(stage, team)).toHaveLength(0);
        await dialog.getByRole("button", { name: "Close" }).click();
      },
    };
  },
};

/** Deactivates and activates a user in turns. */
export const switchUser: Change = {
  kind: "change",
  name: "deactivate or activate a user",
  calls: /^PUT \/api\/users\/[^/]+$/,
  begin: async (stage) => {
    const active = (switches += 1) % 2 === 0;
    const verb = active ? "Activate" : "Deactivate";
    const { user, row } = await openRow(stage, !active);
    const press = row.getByRole("button", { name: `${verb} ${user.name}` });
    return {
      send: () => press.click(),
      whilePending: () => expect(press).toHaveAttribute("aria-busy", "true"),
      success: "User status updated",
      failure: "Failed to update user",
      shown: async () => {
        await expect(row.getByText(active ? "Active" : "Inactive", { exact: true })).toBeVisible();
        expect((await userOf(stage, user)).is_active).toBe(active);
      },
    };
  },
};

export const changeRole: Change = {
  kind: "change",
  name: "change a user's role",
  calls: /^PUT \/api\/users\/[^/]+$/,
  begin: async (stage) => {
    const { user, row } = await openRow(stage);
    const select = row.getByRole("combobox");
    return {
      send: () => select.selectOption("Admin"),
      whilePending: () => expect(select).toHaveValue("admin"),
      success: "User role updated",
      failure: "Failed to update role",
      shown: async () => {
        await expect(select).toHaveValue("admin");
        expect((await userOf(stage, user)).role).toBe("admin");
      },
    };
  },
};

export const deleteUser: Change = {
  kind: "change",
  name: "delete a user",
  calls: /^DELETE \/api\/users\/[^/]+$/,
  begin: async (stage) => {
    const { page } = stage;
    const { user, row } = await openRow(stage);
    const question = page.getByRole("alertdialog");
    return {
      send: async () => {
        await row.getByRole("button", { name: `Delete ${user.name}` }).click();
        await question.getByRole("button", { name: "Delete" }).click();
      },
      whilePending: () => expect(question).toBeVisible(),
      success: "User deleted",
      failure: "Failed to delete user",
      shown: () => expect(row).toHaveCount(0),
    };
  },
};

export const deactivateMany: Change = {
  kind: "change",
  name: "deactivate many users",
  calls: /^PUT \/api\/users\/[^/]+$/,
  times: 3,
  begin: async (stage) => {
    const { page, reopen } = stage;
    const users = [await addUser(stage), await addUser(stage), await addUser(stage)];
    // A server without the call for bulk actions gets a call for each user, which may fail.
    await page.route("**/api/user-runs", (route) => route.fulfill({ status: 404, json: {} }));
    await reopen("Users");
    for (const { name } of users) {
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    }
    const bar = page.getByRole("region", { name: "Selected users" });
    return {
      send: () =>
        bar
          .getByRole("button", { name: /^(Deactivate 3|Retry 3 failed)$/ })
          .first()
          .click(),
      whilePending: () => expect(bar.getByRole("progressbar")).toBeVisible(),
      success: "3 users deactivated",
      failure: "0 users deactivated, 3 failed",
      // The rows stay selected, so that they can be retried.
      kept: () => expect(bar.getByText("3 selected")).toBeVisible(),
      shown: async () => {
        for (const user of users) {
          const row = page.getByRole("row", { name: user.name });
          await expect(row.getByText("Inactive", { exact: true })).toBeVisible();
          expect((await userOf(stage, user)).is_active).toBe(false);
        }
      },
      afterwards: () =>
        bar
          .getByRole("button", { name: "Clear selection" })
          .or(bar.getByRole("button", { name: "Dismiss" }))
          .first()
          .click(),
    };
  },
};

export const openTeams: ReadFlow = {
  kind: "read",
  name: "open the teams",
  calls: /^GET \/api\/teams$/,
  begin: async (stage) => {
    const { page, goTo } = stage;
    const { name } = await addTeam(stage);
    await goTo("Profile");
    return {
      open: () => page.goto(paths.teams),
      shown: () => expect(page.getByRole("button", { name, exact: true })).toBeVisible(),
      failed: page.getByRole("main").getByText("Failed to fetch teams"),
      again: () => againAt(stage, "Teams"),
    };
  },
};

export const openUsers: ReadFlow = {
  kind: "read",
  name: "open the users",
  calls: /^GET \/api\/users$/,
  begin: async (stage) => {
    const { page, goTo } = stage;
    const { name } = await addUser(stage);
    await goTo("Profile");
    return {
      open: () => page.goto(paths.users),
      shown: () => expect(page.getByRole("row", { name })).toBeVisible(),
      failed: page.getByRole("main").getByText("Failed to fetch users"),
      again: () => againAt(stage, "Users"),
    };
  },
};
