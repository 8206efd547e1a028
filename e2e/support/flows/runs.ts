import type { UserRun, UserRunItem } from "#contract/shapes/run.ts";
import type { User } from "#contract/shapes/user.ts";
import type { Change } from "../matrix.ts";
import type { Stage } from "../stage.ts";
import { expect } from "../test.ts";

let count = 0;

/** A new member that no other run uses. */
async function addUser({ server }: Stage): Promise<User> {
  const email = `person${(count += 1)}.member@example.com`;
  return (await server.signUp({ email })).user;
}

/** The results of a user in all runs. */
async function resultsOf({ call }: Stage, { id }: User): Promise<string[]> {
  const { runs } = await call<{ runs: UserRun[] }>("GET", "/api/user-runs");
  const pages = await Promise.all(
    runs.map((run) => call<{ items: UserRunItem[] }>("GET", `/api/user-runs/${run.id}/items`)),
  );
  const items = pages.flatMap((page) => page.items);
  return items.flatMap(({ user, result }) => (user.id === id ? result : []));
}

/** A bulk action that the server carries out after a confirmation. */
export const promoteByRun: Change = {
  kind: "change",
  name: "promote many users by a run",
  calls: /^POST \/api\/user-runs$/,
  begin: async (stage) => {
    const { page, call, reopen } = stage;
    const users = [await addUser(stage), await addUser(stage), await addUser(stage)];
    await reopen("Users");
    for (const { name } of users) {
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    }
    const bar = page.getByRole("region", { name: "Selected users" });
    await bar.getByRole("button", { name: "More actions…" }).click();
    await page.getByRole("menuitem", { name: "Change role…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New role").selectOption("Admin");
    const confirmation = dialog.getByLabel("Type 3 to confirm");
    await confirmation.fill("3");
    const success = "Role of 3 users changed to Admin";
    const send = () => dialog.getByRole("button", { name: "Change role of 3" }).click();
    const shown = async () => {
      await expect(dialog).toHaveCount(0);
      await expect(bar.getByRole("button", { name: /^Undo .* of 3$/ })).toBeVisible();
      for (const user of users) {
        const { user: now } = await call<{ user: User }>("GET", `/api/users/${user.id}`);
        expect(now.role).toBe("admin");
        expect(await resultsOf(stage, user)).toEqual(["done"]);
      }
    };
    return {
      send,
      whilePending: () => expect(dialog.getByRole("button", { name: "Starting..." })).toBeVisible(),
      success,
      failure: "Failed to start the bulk action",
      refused: "Something went wrong",
      kept: () => expect(confirmation).toHaveValue("3"),
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
      // The next round has other users.
      afterwards: async () => {
        await bar.getByRole("button", { name: "Dismiss" }).click();
        for (const { id } of users) await call("DELETE", `/api/users/${id}`);
      },
    };
  },
};
