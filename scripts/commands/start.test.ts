import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { isBuilt, STAMP, sourcesHash } from "./buildStamp.ts";

const program = path.resolve(import.meta.dirname, "../../bin/taskdeck.mjs");

test.each(["18.19.0", "24.6.0"])("taskdeck on Node %s prints the required version", (version) => {
  const pretend = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`, program],
    { encoding: "utf8" },
  );
  expect(stderr).toMatch(/^Taskdeck needs Node 24\.7 or newer, and this is Node [\d.]+\. .*\n$/);
  expect(stderr).toContain(version);
  expect(stdout).toBe("");
  expect(status).toBe(1);
});

let root: string;

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "taskdeck-stamp-"));
  for (const name of ["webpack.config.ts", "package.json", "package-lock.json"]) write(name, "{}");
  for (const name of ["src/main.tsx", "contract/task.ts", "public/index.html"]) write(name, "1");
  write("scripts/webpack/Plugin.ts", "1");
  write(`dist/${STAMP}`, `${sourcesHash(root, "")}\n`);
});

afterEach(() => rmSync(root, { recursive: true }));

test("a build is stale after a source file changes, is added or removed, for another API host, or without dist/", () => {
  expect(isBuilt(root, "")).toBe(true);
  expect(isBuilt(root, "https://api.example.com")).toBe(false);
  write("src/main.tsx", "2");
  expect(isBuilt(root, "")).toBe(false);
  write("src/main.tsx", "1");
  expect(isBuilt(root, "")).toBe(true);
  write("public/icon.svg", "");
  expect(isBuilt(root, "")).toBe(false);
  rmSync(path.join(root, "public/icon.svg"));
  // Tests are no part of the build.
  write("src/ui/button/Button.test.tsx", "2");
  write("src/testing/backend.ts", "2");
  expect(isBuilt(root, "")).toBe(true);
  rmSync(path.join(root, "contract/task.ts"));
  expect(isBuilt(root, "")).toBe(false);
  write("contract/task.ts", "1");
  rmSync(path.join(root, "dist"), { recursive: true });
  expect(isBuilt(root, "")).toBe(false);
});
