import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#server/testing/process.ts";
import { ACCOUNT } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Installs the release's package in an empty folder, without the network. */
function install(folder: string): void {
  execFileSync("npm", ["run", "--silent", "release"], { cwd: ROOT, stdio: "ignore" });
  const release = path.join(ROOT, "release");
  const tarball = readdirSync(release).find((name) => name.endsWith(".tgz")) ?? "";
  const file = path.join(release, tarball);
  const checksum = createHash("sha256").update(readFileSync(file)).digest("hex");
  expect(readFileSync(`${file}.sha256`, "utf8")).toBe(`${checksum}  ${tarball}\n`);

  // As npm does, with the dependencies of this checkout.
  const modules = path.join(folder, "node_modules");
  const own = path.join(modules, "taskdeck");
  mkdirSync(own, { recursive: true });
  execFileSync("tar", ["xzf", file, "-C", own, "--strip-components=1"]);
  const { dependencies, bin } = JSON.parse(
    readFileSync(path.join(own, "package.json"), "utf8"),
  ) as {
    dependencies: Record<string, string>;
    bin: { taskdeck: string };
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(ROOT, "node_modules", name), path.join(modules, name));
  }
  mkdirSync(path.join(modules, ".bin"));
  symlinkSync(path.join(own, bin.taskdeck), path.join(modules, ".bin/taskdeck"));
}

test("the packed release starts with npx in an empty folder, without a build @release", async ({
  page,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-package-"));
  const npx = (...args: string[]) => ["--offline", "--no-install", "taskdeck", ...args];
  const run = (...args: string[]) =>
    spawnSync("npx", npx(...args), { cwd: folder, encoding: "utf8" });
  try {
    install(folder);
    const { version } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
      version: string;
    };
    expect(run("--version").stdout).toBe(`${version}\n`);
    expect(run("--help").stdout).toContain("DATA_DIR");
    expect(run("--prot")).toMatchObject({ status: 2 });
    const oldNode =
      'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.1.0"}})';
    const old = spawnSync(
      process.execPath,
      ["--import", oldNode, path.join(folder, "node_modules/taskdeck/bin/taskdeck.mjs")],
      { cwd: folder, encoding: "utf8" },
    );
    expect([old.status, old.stderr]).toEqual([
      1,
      expect.stringContaining("Taskdeck needs Node 24.7 or newer, and this is Node 20.1.0"),
    ]);

    const port = await freePort();
    const { DATA_DIR: _data, NODE_OPTIONS: _options, ...env } = process.env;
    const child = spawn("npx", npx("--port", String(port)), { cwd: folder, env, detached: true });
    const exit = once(child, "exit");
    const url = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) {
      expect(child.exitCode).toBeNull();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await page.goto(`${url}/register`);
    await page.getByLabel("Email Address").fill(ACCOUNT.email);
    await page.getByLabel("Password", { exact: true }).fill(ACCOUNT.password);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(existsSync(path.join(folder, "data/taskdeck.db"))).toBe(true);
    // A backup can run while the server is running.
    expect(run("backup", "copy.db").stdout).toContain("Rows and checksums match the database");

    // The page would try to reach the server that ends.
    await page.goto("about:blank");
    // As Ctrl+C in a terminal: npx and the server get the signal.
    process.kill(-(child.pid ?? 0), "SIGINT");
    await exit;
    await expect.poll(async () => await fetch(url).catch(() => "ended")).toBe("ended");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
