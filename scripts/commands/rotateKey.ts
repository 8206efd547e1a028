import { rotateKey } from "#server/sessions/signing.ts";
import { onDatabase } from "./onDatabase.ts";
import { runCommand } from "./operatorCommand.ts";

/**
 * `taskdeck rotate-key`: replaces the key that signs sessions, which ends all sessions. Running servers
 * use the new key at once.
 */
await runCommand("The key was not changed", async () => {
  await onDatabase(async (db) => {
    const sessions = await rotateKey(db);
    console.log(
      `The key was replaced. Sessions that have ended: ${sessions}. All users must sign in again.`,
    );
  });
});
