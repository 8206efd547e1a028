import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { expect, test } from "@jest/globals";

const root = path.resolve(import.meta.dirname, "..");

/** The programs that run with production packages only. */
const PRODUCTION_PROGRAMS = [
  "server/main.ts",
  "scripts/commands/taskdeck.ts",
  // The server starts these two.
  "server/backups/backupWorker.ts",
  "server/imports/reading/readProcess.ts",
];
const PRODUCTION_FOLDERS = /^(?:server|contract|scripts\/commands)\//;

/** The names that a file imports at run time; its types are erased. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), "utf8").replaceAll(/^import type [^;]*;/gm, "");
  const names = text.matchAll(/^(?:import|\}).* from "([^"]+)";$|\bimport\("([^"]+)"\)/gm);
  return Array.from(names, ([, fixed, lazy]) => fixed ?? lazy ?? "");
}

/** The files and packages that these programs load. */
function loadedBy(programs: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const packages = new Set<string>();
  const files = new Set(programs);
  for (const file of files) {
    for (const name of importsOf(file)) {
      if (name.startsWith(".")) files.add(path.join(path.dirname(file), name));
      else if (name.startsWith("#")) files.add(name.slice(1));
      else if (!isBuiltin(name)) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  }
  for (const file of files) {
    expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
    expect(file).toMatch(PRODUCTION_FOLDERS);
  }
  return { files, packages };
}

test("production installs exactly the server's packages", () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect([...loadedBy(PRODUCTION_PROGRAMS).packages].sort()).toEqual(
    Object.keys(dependencies).sort(),
  );
});

test("the image contains every file that its programs load, and no test support", () => {
  const dockerfile = readFileSync(path.join(root, "Dockerfile"), "utf8");
  const copied = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, names = ""]) =>
    names.split(" "),
  ).flat();
  const ignored = readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
  expect(ignored).toContain("server/testing");
  for (const file of loadedBy(PRODUCTION_PROGRAMS).files) {
    const isCopied = copied.some((name) => file === name || file.startsWith(`${name}/`));
    expect([file, isCopied]).toEqual([file, true]);
    expect(file).not.toMatch(/\.test\.|^server\/testing\//);
  }
});

test("the package holds every document and picture that its documents link", () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const output = execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio: "pipe" });
  const [{ files = [] } = {}] = JSON.parse(output) as { files?: { path: string }[] }[];
  const packed = new Set(files.map((file) => file.path));
  const documents = [...packed].filter((name) => name.endsWith(".md"));
  expect(documents).toContain("README.md");
  for (const name of documents) {
    const links = readFileSync(path.join(root, name), "utf8").matchAll(/\]\((?!\w+:)([^)#\s]+)/g);
    for (const [, link = ""] of links) {
      const target = path.join(path.dirname(name), link);
      expect([name, link, packed.has(target)]).toEqual([name, link, true]);
    }
  }
});
