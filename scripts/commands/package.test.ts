import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { callServer, freePort, PASSWORD } from "#server/testing/process.ts";
import { packageServer } from "../packageServer.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");

const DOCUMENTS = ["README.md", "docs/operations.md", "docs/export.md", "docs/import.md"];

const EXAMPLE = /^```sh\n(.*?)^```/gms;
const CALL = /(?:^| |bin\/)taskdeck(?:\.mjs)? +([a-z][^#&\n]*)/gm;

/** The arguments of each `taskdeck …` in the documents' shell examples. */
function documentedCalls(): string[] {
  const examples = DOCUMENTS.flatMap((name) => read(name).match(EXAMPLE) ?? []).join("\n");
  const calls = examples.replaceAll(/ #.*$/gm, "").matchAll(CALL);
  return [...new Set(Array.from(calls, ([, args = ""]) => args.trim()))];
}

const documented = documentedCalls();

/** What each command prints on success; `migrate-postgres` has no database here. */
const OUTPUT: Readonly<Record<string, RegExp>> = {
  admin: /^ada@example\.com /,
  backup: /^The backup is /m,
  restore: /^Restored\. Rows and checksums match the backup:$/m,
  import: /^\d+ (?:can be )?imported, /m,
  export: /^The export is /,
  "import-all": /^No account has a password\./m,
  "restore-task": /: Oil the hinges$/m,
  "check-files": /^0 of 0 files /,
  "rotate-key": /^The key was replaced\./,
  "migrate-postgres": /^Nothing was copied: DATABASE_URL must name the database/,
};

let folder: string;
/** The files of the examples, and the current folder of the commands. */
let work: string;
let server: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "taskdeck-place-"));
  work = path.join(folder, "work");
  mkdirSync(path.join(work, "backups"), { recursive: true });
  const board = read("server/testing/imports/trello.json").replace('"Backlog"', '"Ideas"');
  writeFileSync(path.join(work, "board.json"), board);
  // Large enough to be read by a worker thread.
  const row = `Buy rope,1,Urgent,24/12/2026,${"strong ".repeat(500)}\n`;
  writeFileSync(path.join(work, "tasks.csv"), `Name,Internal,Kind,Due,Text\n${row.repeat(50)}`);
});
afterEach(async () => {
  if (server?.exitCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true });
});

/** Starts the server; resolves with its address when it is healthy. */
async function start(env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const own = { ...env, PORT: String(port) };
  const begun = spawn("taskdeck", [], { cwd: work, env: own, stdio: "ignore" });
  server = begun;
  const base = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${base}/healthz`).catch(() => undefined))?.ok) {
    expect(begun.exitCode).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return base;
}

/** Registers Ada, and deletes a task of hers, whose id it returns. */
async function prepare(base: string): Promise<{ session: SessionResponse; id: string }> {
  const account = { email: "ada@example.com", password: PASSWORD, role: "admin" };
  const session = (await callServer(`${base}/api/auth/register`, { body: account }))
    .body as SessionResponse;
  const token = session.accessToken;
  const body = { title: "Oil the hinges", priority: "Low" };
  const made = await callServer(`${base}/api/tasks`, { body, token });
  const { id } = (made.body as TaskResponse).task;
  await callServer(`${base}/api/tasks/${id}`, { method: "DELETE", token });
  return { session, id };
}

/** The names of the tools that `taskdeck mcp` offers. */
async function mcpTools(env: Record<string, string>, base: string, session: SessionResponse) {
  const { body } = await callServer(`${base}/api/tokens`, {
    token: session.accessToken,
    body: { name: "Agent", scope: "read", days: 7 },
  });
  const { secret } = body as ApiTokenCreatedResponse;
  const client = new Client({ name: "test", version: "1" });
  const own = { ...env, TASKDECK_URL: base, TASKDECK_TOKEN: secret };
  await client.connect(new StdioClientTransport({ command: "taskdeck", args: ["mcp"], env: own }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

/** Links what `npm ci --omit=dev --omit=optional` installs: the packages of production. */
function linkProductionPackages(modules: string): void {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { dev?: true; optional?: true; devOptional?: true }>;
  };
  for (const [name, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (dev || optional || devOptional || name.lastIndexOf("node_modules/") !== 0) continue;
    const link = path.join(modules, name.slice("node_modules/".length));
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, name), link);
  }
}

/** Installs the package as npm does, without the built app. Returns the folder of `taskdeck`. */
function installPackage(): string {
  const modules = path.join(folder, "node_modules");
  const own = path.join(modules, "taskdeck");
  linkProductionPackages(modules);
  for (const name of ["package.json", "bin"]) {
    cpSync(path.join(root, name), path.join(own, name), { recursive: true });
  }
  packageServer(root, path.join(own, "package"));
  const bin = path.join(modules, ".bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(path.join(own, "bin/taskdeck.mjs"), path.join(bin, "taskdeck"));
  return bin;
}

// scripts/packages.test.ts shows that the container image has the same files.
test("every command of the documents runs in the package", async () => {
  const PATH = [installPackage(), path.dirname(process.execPath), process.env["PATH"]].join(
    path.delimiter,
  );
  const env = { PATH, DATA_DIR: path.join(folder, "data") };

  function run(args: string, id = "", dataDir = env.DATA_DIR): Promise<string> {
    const line = args
      .replace("<id>", id)
      .replace(/<file>|\S*\/taskdeck-….db/, "backups/taskdeck.db")
      .replace(" /backups/", " backups/");
    const options = { cwd: work, env: { ...env, DATA_DIR: dataDir } };
    return new Promise((resolve) => {
      execFile("sh", ["-c", `taskdeck ${line}`], options, (_failure, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
  }

  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(await run("--version")).toBe(`${version}\n`);
  const [, list = ""] = (await run("--help")).split("\nCommands:\n");
  const names = Array.from(list.matchAll(/^ {2}(\S+) {2,}\S/gm), ([, name = ""]) => name);
  expect(new Set(names)).toEqual(new Set([...Object.keys(OUTPUT), "mcp"]));
  expect(new Set(documented.map((args) => args.split(" ", 1)[0]))).toEqual(
    new Set(Object.keys(OUTPUT)),
  );

  const base = await start(env);
  if (process.platform === "linux") {
    expect(readFileSync(`/proc/${server?.pid}/cmdline`, "utf8")).toContain("--optimize-for-size");
  }
  const { session, id } = await prepare(base);
  expect(await mcpTools(env, base, session)).toContain("list_tasks");
  const needsNoServer = (args: string) => /^(?:restore|import-all) /.test(args);
  const check = (args: string, output: string) =>
    expect([args, output]).toEqual([
      args,
      expect.stringMatching(OUTPUT[args.split(" ", 1)[0] ?? ""] ?? ""),
    ]);
  for (const args of documented) if (!needsNoServer(args)) check(args, await run(args, id));

  const exit = once(server as ChildProcess, "exit");
  server?.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  for (const [index, args] of documented.filter(needsNoServer).entries()) {
    check(args, await run(args, "", path.join(folder, `empty-${index}`)));
  }
});
