import { rotateKey } from "#server/operator.ts";
import { readArguments } from "./arguments.ts";
import { onDatabase } from "./onDatabase.ts";
import { runCommand } from "./operatorCommand.ts";

/**
 * `taskdeck rotate-key [--keep-tokens]`: replaces the key that signs sessions, and ends all sessions, links
 * and tokens. Running servers use the new key at once.
 */
await runCommand("The key was not changed", async () => {
  const { values } = readArguments("rotate-key", {
    "keep-tokens": { type: "boolean", default: false },
  });
  await onDatabase(async (db) => {
    const keepTokens = values["keep-tokens"];
    console.log(`The key was replaced. ${await rotateKey(db, { keepTokens }, new Date())}`);
    console.log(
      "Changes that a thief has made stay: look through the audit log, the users, their sign-in providers and the webhooks.",
    );
  });
});
