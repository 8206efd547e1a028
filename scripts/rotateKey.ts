import { rotateKey } from "#server/sessions/signing.ts";
import { runCommand } from "./copying.ts";
import { onDatabase } from "./onDatabase.ts";

/**
 * `npm run rotate-key`: replaces the key that signs sessions, which ends all of them. Servers that
 * run take the new one up at once.
 */
await runCommand("The key was not changed", async () => {
  await onDatabase(async (db) => {
    const sessions = await rotateKey(db);
    console.log(
      `There is a new key. Sessions that have ended: ${sessions}. Everybody signs in again.`,
    );
  });
});
