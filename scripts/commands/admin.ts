import { readConfig } from "#server/config.ts";
import { ConfigError } from "#server/configError.ts";
import { changeAccount } from "#server/operator.ts";
import { readArguments } from "./arguments.ts";
import { onDatabase } from "./onDatabase.ts";
import { runCommand } from "./operatorCommand.ts";

/**
 * `taskdeck admin <email>`: makes an account an active admin, or applies only the given options.
 * Servers may run.
 */
await runCommand("Nothing was changed", async () => {
  const { argument: email, values } = readArguments("admin", {
    admin: { type: "boolean", default: false },
    activate: { type: "boolean", default: false },
    "one-time-password": { type: "boolean", default: false },
    "sign-in-link": { type: "boolean", default: false },
  });
  const { admin, activate, "one-time-password": newPassword } = values;
  const { port, publicUrl, basePath } = readConfig(process.env);
  const signInLink = values["sign-in-link"]
    ? `${publicUrl ?? `http://localhost:${port}`}${basePath}`
    : undefined;
  const all = !admin && !activate && !newPassword && signInLink === undefined;
  await onDatabase(async (db) => {
    const change = { admin: admin || all, activate: activate || all, newPassword, signInLink };
    const done = await changeAccount(db, email, change, new Date());
    if (!done) throw new ConfigError(`no account has the address ${email}`);
    for (const sentence of done) console.log(sentence);
  });
});
