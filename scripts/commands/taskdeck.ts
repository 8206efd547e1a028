import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { ARGUMENTS, type CommandName } from "./arguments.ts";
import { buildIfStale } from "./buildStamp.ts";

/** A command of `taskdeck`. `npm run` in a checkout has the same names. */
interface Command {
  does: string;
  run: () => Promise<unknown>;
}

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  admin: {
    does: "makes an account an active admin, or applies only the options",
    run: () => import("./admin.ts"),
  },
  backup: {
    does: "writes a checked backup, by default to DATA_DIR/backups",
    run: () => import("./backup.ts"),
  },
  restore: {
    does: "restores a backup; no server may run",
    run: () => import("./restore.ts"),
  },
  import: {
    does: "imports another product's export; - is standard input",
    run: () => import("./import.ts"),
  },
  export: {
    does: "writes all data as JSON; - is standard output",
    run: () => import("./export.ts"),
  },
  "import-all": {
    does: "reads such an export into an empty server; - is standard input",
    run: () => import("./importAll.ts"),
  },
  "restore-task": {
    does: "restores a deleted task",
    run: () => import("./restoreTask.ts"),
  },
  "check-files": {
    does: "checks that the bytes of all files are there; --read also compares their checksums",
    run: () => import("./checkFiles.ts"),
  },
  "rotate-key": {
    does: "replaces the key that signs sessions, and ends all sessions, links and tokens",
    run: () => import("./rotateKey.ts"),
  },
  "migrate-postgres": {
    does: "copies DATA_DIR to the empty database of DATABASE_URL",
    run: () => import("./migratePostgres.ts"),
  },
  mcp: {
    does: "an MCP server on standard input and output, for agents",
    run: () => import("./mcp.ts"),
  },
};

const HELP = `Usage: taskdeck [--port <number>] [--demo]
       taskdeck <command> [arguments]

Starts the server. Its data is in DATA_DIR, by default the folder data in the current folder.

  --port <number>  the port to listen on; default: PORT, or 3000
  --demo           fills an empty database with example data
  --env-file <file>  reads variables from a file, also for the commands; they override the environment's
  --version        prints the version
  --help           prints this text

Commands:
${Object.entries(COMMANDS)
  .map(([name, { does }]) => `  ${name.padEnd(18)}${does}`)
  .join("\n")}

"taskdeck <command> --help" prints its arguments. Environment variables configure everything else;
docs/operations.md describes them and the commands.`;

/** The folder of the sources, or of the JavaScript in the package. */
const root = path.resolve(import.meta.dirname, "../..");

/** Reads the options of the start. If one is wrong, prints the reason and the usage, and exits. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string" },
        demo: { type: "boolean" },
        version: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
    return values;
  } catch (failure) {
    console.error(`${(failure as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}

/**
 * With this flag V8 frees garbage early instead of letting its heap grow: with a million tasks the server
 * takes 190 MB of memory instead of 320 MB. V8 only supports it from the start of a process, so this
 * process starts again in place. Windows can't do that.
 */
function setMemoryFlag(): void {
  const flag = "--optimize-for-size";
  if (process.execArgv.includes(flag) || process.platform === "win32") return;
  const args = [...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, [process.execPath, flag, ...args]);
}

async function start(): Promise<void> {
  const { port, version, help } = readOptions();
  if (help) return console.log(HELP);
  if (version) {
    const file = path.join(root, "package.json");
    return console.log((JSON.parse(readFileSync(file, "utf8")) as { version: string }).version);
  }
  if (port !== undefined) process.env["PORT"] = port;
  setMemoryFlag();
  buildIfStale(root);
  await import("#server/main.ts");
  const { HOST, PORT, BASE_PATH } = process.env;
  console.log(
    `Taskdeck is ready: http://${HOST || "127.0.0.1"}:${PORT || 3000}${BASE_PATH?.trim() || ""}`,
  );
}

/** Takes the option `--env-file` out of the arguments, and sets the variables of its file. */
function readEnvFile(): void {
  const at = process.argv.findIndex((argument) => /^--env-file(=|$)/.test(argument));
  if (at === -1) return;
  const [, inline] = /=(.*)/.exec(process.argv[at] ?? "") ?? [];
  const [, file = ""] = process.argv.splice(at, inline === undefined ? 2 : 1);
  try {
    Object.assign(process.env, parseEnv(readFileSync(inline ?? file, "utf8")));
  } catch {
    console.error(`--env-file must name a readable file, not "${inline ?? file}"`);
    process.exit(2);
  }
}

readEnvFile();
const [, , name = ""] = process.argv;
const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);
if (!isCommand(name)) await start();
else if (process.argv.includes("--help")) {
  console.log(`Usage: taskdeck ${name} ${ARGUMENTS[name]}\n\n${COMMANDS[name].does}`);
} else {
  process.argv.splice(2, 1);
  await COMMANDS[name].run();
}
