#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run it and print the required version.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Taskdeck needs Node 24.7 or newer, and this is Node ${process.versions.node}. ` +
      "On Linux the package brings its own Node, which `npx taskdeck` uses; elsewhere install Node 24.",
  );
  process.exit(1);
}

const { readFileSync } = await import("node:fs");
const { parseArgs } = await import("node:util");

const USAGE = `Usage: taskdeck [--port <number>] [--demo]
       taskdeck <command> [arguments]

Starts the server. Its data is in DATA_DIR, by default the folder data in the current folder.

  --port <number>  the port to listen on; default: PORT, or 3000
  --demo           fills an empty database with example data
  --version        prints the version
  --help           prints this text

Commands: backup, restore, admin, restore-task, rotate-key, migrate-postgres

Environment variables configure everything else; docs/operations.md describes them and the commands.`;

/** The commands of docs/operations.md, and their scripts. */
const COMMANDS = {
  backup: "backup.js",
  restore: "restore.js",
  admin: "admin.js",
  "restore-task": "restoreTask.js",
  "rotate-key": "rotateKey.js",
  "migrate-postgres": "migratePostgres.js",
};

/** Reads the options. If one is wrong, prints the reason and the usage, and exits. */
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
    console.error(`${failure.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

async function start() {
  const { port, version, help } = readOptions();
  if (help) return console.log(USAGE);
  if (version) {
    const file = new URL("../package.json", import.meta.url);
    return console.log(JSON.parse(readFileSync(file, "utf8")).version);
  }
  if (port !== undefined) process.env.PORT = port;
  await import("../package/server/main.js");
  const { HOST, PORT, BASE_PATH } = process.env;
  console.log(
    `Taskdeck is ready: http://${HOST || "127.0.0.1"}:${PORT || 3000}${BASE_PATH?.trim() || ""}`,
  );
}

const [, , name = ""] = process.argv;
if (Object.hasOwn(COMMANDS, name)) {
  process.argv.splice(2, 1);
  await import(`../package/scripts/${COMMANDS[name]}`);
} else await start();
