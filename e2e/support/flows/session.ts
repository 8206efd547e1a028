import { paths } from "#lib/address/paths.ts";
import { expectPath, signIn as fillAndSend } from "../app.ts";
import type { Change } from "../matrix.ts";
import { ACCOUNT } from "../server.ts";
import type { Stage } from "../stage.ts";
import { expect } from "../test.ts";

/** Opens a page without a session. */
async function openSignedOut({ page }: Stage, path: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(paths.login);
  await page.evaluate(() => localStorage.clear());
  await page.goto(path);
}

const home = async ({ page }: Stage) => {
  await expectPath(page, paths.home);
  await expect(page.getByText("Total Tasks")).toBeVisible();
};

export const signIn: Change = {
  kind: "change",
  name: "sign in",
  calls: /^POST \/api\/auth\/login$/,
  outside: true,
  begin: async (stage) => {
    const { page } = stage;
    await openSignedOut(stage, paths.login);
    const password = page.getByLabel("Password", { exact: true });
    const welcome = async () => {
      await home(stage);
    };
    return {
      send: () => fillAndSend(page, ACCOUNT),
      whilePending: () =>
        expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled(),
      success: "Welcome back, Ada Lovelace!",
      failure: "Cannot connect to server.",
      refused: "Something went wrong",
      kept: () => expect(password).toHaveValue(ACCOUNT.password),
      shown: welcome,
      // No user is signed in here, and the next attempt succeeds.
      unsure: {
        shows: async () => {
          await page.getByRole("button", { name: "Sign In" }).click();
          await welcome();
        },
        times: 2,
      },
    };
  },
};
