import type { Locator } from "@playwright/test";
import type { User } from "#contract/user.ts";
import type { UserRun, UserRunItem } from "#contract/userRun.ts";
import type { Change } from "../matrix.ts";
import type { Stage } from "../stage.ts";
import { expect } from "../test.ts";
import { addUser, userOf } from "./admin.ts";

/** The results of a user in all runs. */
async function resultsOf({ call }: Stage, { id }: User): Promise<string[]> {
  const { runs } = await call<{ runs: UserRun[] }>("GET", "/api/user-runs");
  const pages = await Promise.all(
    runs.map((run) => call<{ items: UserRunItem[] }>("GET", `/api/user-runs/${run.id}/items`)),
  );
  const items = pages.flatMap((page) => page.items);
  return items.flatMap(({ user, result }) => (user.id === id ? result : []));
}

/** Selects three new users, and asks for an action on them. */
async function askForRun(stage: Stage, ask: (bar: Locator) => Promise<unknown>) {
  const { page, call, reopen } = stage;
  const users = [await addUser(stage), await addUser(stage), await addUser(stage)];
  await reopen("Users");
  for (const { name } of users) {
    await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  }
  const bar = page.getByRole("region", { name: "Selected users" });
  await ask(bar);
  const dialog = page.getByRole("dialog");
  const count = dialog.getByLabel("Type 3 to confirm");
  await count.fill("3");
  return {
    users,
    bar,
    dialog,
    count,
    /** Deletes the users. Only an action on a large share of all users asks for the count. */
    afterwards: async () => {
      await bar.getByRole("button", { name: "Dismiss" }).click();
      for (const { id } of users) await call("DELETE", `/api/users/${id}`);
    },
  };
}

const askToDeactivate = (bar: Locator) => bar.getByRole("button", { name: "Deactivate 3" }).click();

const askForAdmins = async (bar: Locator) => {
  await bar.getByRole("button", { name: "More actions…" }).click();
  await bar.page().getByRole("menuitem", { name: "Change role…" }).click();
  await bar.page().getByLabel("New role").selectOption("Admin");
};

/** A bulk action that the server carries out after a confirmation. */
function startRun(
  texts: { name: string; submit: string; success: string },
  ask: (bar: Locator) => Promise<unknown>,
  isChanged: (user: User) => boolean,
): Change {
  const { name, submit, success } = texts;
  return {
    kind: "change",
    name,
    calls: /^POST \/api\/user-runs$/,
    begin: async (stage) => {
      const { users, bar, dialog, count, afterwards } = await askForRun(stage, ask);
      const send = () => dialog.getByRole("button", { name: submit }).click();
      const shown = async () => {
        await expect(dialog).toHaveCount(0);
        await expect(bar.getByRole("button", { name: /^Undo .* of 3$/ })).toBeVisible();
        for (const user of users) {
          expect(isChanged(await userOf(stage, user))).toBe(true);
          expect(await resultsOf(stage, user)).toEqual(["done"]);
        }
      };
      return {
        send,
        whilePending: () =>
          expect(dialog.getByRole("button", { name: "Starting..." })).toBeVisible(),
        success,
        failure: "Failed to start the bulk action",
        refused: "Something went wrong",
        kept: () => expect(count).toHaveValue("3"),
        shown,
        unsure: {
          // The repeat finds the run that the first request has started.
          shows: async () => {
            await send();
            await expect.poll(stage.toasts).toContain(success);
            await shown();
          },
          times: 2,
        },
        afterwards,
      };
    },
  };
}

export const deactivateByRun = startRun(
  {
    name: "deactivate many users by a run",
    submit: "Deactivate 3",
    success: "3 users deactivated",
  },
  askToDeactivate,
  ({ is_active }) => !is_active,
);

export const changeRolesByRun = startRun(
  {
    name: "change the role of many users by a run",
    submit: "Change role of 3",
    success: "Role of 3 users changed to Admin",
  },
  askForAdmins,
  ({ role }) => role === "admin",
);

export const undoRun: Change = {
  kind: "change",
  name: "undo a run",
  calls: /^POST \/api\/user-runs\/[^/]+\/undo$/,
  begin: async (stage) => {
    const { users, bar, dialog, afterwards } = await askForRun(stage, askToDeactivate);
    await dialog.getByRole("button", { name: "Deactivate 3" }).click();
    const undo = bar.getByRole("button", { name: "Undo deactivation of 3" });
    await expect(undo).toBeVisible();
    return {
      send: () => undo.click(),
      success: "3 users activated",
      failure: "Failed to undo the bulk action",
      refused: "Something went wrong",
      shown: async () => {
        await expect(undo).toHaveCount(0);
        for (const user of users) {
          const row = stage.page.getByRole("row", { name: user.name });
          await expect(row.getByText("Active", { exact: true })).toBeVisible();
          expect((await userOf(stage, user)).is_active).toBe(true);
          expect(await resultsOf(stage, user)).toEqual(["undone"]);
        }
      },
      // The server ignores the repeats.
      repeats: true,
      unsure: { times: 3 },
      afterwards,
    };
  },
};
