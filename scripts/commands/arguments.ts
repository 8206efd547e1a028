import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ConfigError } from "#server/configError.ts";

/** The arguments of the commands of `taskdeck`: `<file>` must be given, `[file]` may be. */
export const ARGUMENTS = {
  admin: "<email> [--admin] [--activate] [--one-time-password] [--sign-in-link]",
  backup: "[file] [--without-files]",
  restore: "<file> [--replace]",
  import: '<file> [--dry-run] [--map "Doing=In Progress"] [--column "Name=title"] [--dates dmy]',
  export: "<file>",
  "import-all": "<file>",
  "restore-task": "<id>",
  "check-files": "[--read]",
  "rotate-key": "[--keep-tokens]",
  "migrate-postgres": "",
  mcp: "",
} as const;

export type CommandName = keyof typeof ARGUMENTS;

/** Reads the arguments of a command. Throws a {@link ConfigError} if there are more or less. */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  name: CommandName,
  options: Options,
) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const required = ARGUMENTS[name].match(/<\w+>/g)?.length ?? 0;
  const optional = ARGUMENTS[name].match(/\[\w+\]/g)?.length ?? 0;
  if (positionals.length < required || positionals.length > required + optional) {
    throw new ConfigError(`use it as taskdeck ${name} ${ARGUMENTS[name]}`.trimEnd());
  }
  const [argument = ""] = positionals;
  return { argument, values };
}
