import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

/**
 * Each of these files breaks one import rule or one of React's rules, and the linter must report
 * it. So a linter setting that no longer matches a folder fails a test.
 */
const FORBIDDEN_IMPORTS: Record<string, string[]> = {
  contract: ["#lib/dates/dates.ts", "../server/app.ts", "react", "node:fs"],
  "contract/rules": ["../../src/x.ts"],
  server: ["#lib/dates/dates.ts"],
  "server/auth": ["#features/x.ts", "../../src/lib/x.ts"],
  src: ["#server/app.ts"],
  "src/lib": ["#ui/button/Button.tsx", "#server/app.ts"],
  "src/ui": ["#api/api.ts", "#features/x.ts", "#server/app.ts", "../api/api.ts"],
  "src/api": ["#features/x.ts", "#ui/button/Button.tsx", "#server/app.ts", "#session/tokens.ts"],
  "src/session": ["#sync/x.ts", "#features/x.ts"],
  "src/sync": ["#features/x.ts"],
  "src/features/users": ["#features/teams/x.ts"],
  "src/features/a": ["#app/store.ts", "#server/app.ts", "#testing/backend.ts", "../b/x.ts"],
  "src/app": ["#server/app.ts"],
  "src/app/layout": ["#server/app.ts"],
};

const FORBIDDEN: [name: string, rule: string, text: string][] = [
  ...Object.entries(FORBIDDEN_IMPORTS).flatMap(([at, names]) =>
    names.map((name, index): [string, string, string] => [
      at === "src" ? "src/main.tsx" : `${at}/file${index}.tsx`,
      "no-restricted-imports",
      importing(name),
    ]),
  ),
  ["src/features/a/one.ts", "no-cycle", importing("#features/a/two.ts")],
  ["src/features/a/two.ts", "no-cycle", importing("./one.ts")],
  ["server/one.ts", "no-cycle", importing("./two.ts")],
  ["server/two.ts", "no-cycle", importing("./one.ts")],
  [
    "src/features/filters/tasks.ts",
    "no-restricted-imports",
    'import type { A } from "#features/tasks/x.ts";\nexport type B = A;\n',
  ],
  [
    "src/ui/conditional.tsx",
    "rules-of-hooks",
    'import { useState } from "react";\nexport function useIt(on: boolean) {\n  if (on) return useState(1);\n  return null;\n}\n',
  ],
  [
    "src/ui/deps.tsx",
    "exhaustive-deps",
    'import { useEffect } from "react";\nexport function useIt(f: (n: number) => void, n: number) {\n  useEffect(() => f(n), [f]);\n}\n',
  ],
  [
    "src/lib/floating.ts",
    "no-floating-promises",
    "async function later() {\n  await Promise.resolve();\n}\nexport function now() {\n  later();\n}\n",
  ],
  ["src/lib/any.ts", "no-explicit-any", "export const x = (y: any) => y;\n"],
];

/** Imports that each folder may have; the linter must report nothing. */
const ALLOWED: Record<string, string[]> = {
  "contract/rules/sound.ts": ["../task.ts"],
  "server/tasks/sound.ts": ["#contract/task.ts", "#server/deps.ts"],
  "src/lib/sound.ts": ["#contract/task.ts"],
  "src/ui/sound.tsx": ["#lib/address/paths.ts"],
  "src/api/sound.ts": ["#lib/env.ts"],
  "src/session/sound.ts": ["#api/api.ts", "#ui/button/Button.tsx"],
  "src/sync/sound.ts": ["#session/tokens.ts", "#api/api.ts"],
  "src/features/tasks/sound.ts": ["#features/filters/x.ts", "#session/tokens.ts"],
  "src/features/a/sound.tsx": ["#ui/button/Button.tsx", "#api/api.ts"],
  "src/features/a/sound.test.tsx": ["#testing/renderApp.tsx", "#app/store.ts"],
  "src/app/sound.tsx": ["#features/a/sound.tsx", "#ui/button/Button.tsx"],
};

const root = path.resolve(import.meta.dirname, "..");
const folder = mkdtempSync(path.join(tmpdir(), "taskdeck-lint-"));
let found: { filename: string; code: string; message: string }[] = [];

function importing(...names: string[]): string {
  const imports = names.map((name, index) => `import { a${index} } from "${name}";\n`);
  const used = names.map((_name, index) => `a${index}`).join(", ");
  return `${imports.join("")}export const all = [${used}];\n`;
}

beforeAll(async () => {
  for (const name of ["oxlint.config.ts", "package.json", "tsconfig.json"]) {
    copyFileSync(path.join(root, name), path.join(folder, name));
  }
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const broken = FORBIDDEN.map(([name, , text]) => [name, text] as const);
  const sound = Object.entries(ALLOWED).map(([name, all]) => [name, importing(...all)] as const);
  for (const [name, text] of [...broken, ...sound]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const oxlint = path.join(root, "node_modules/oxlint/bin/oxlint");
  const args = [oxlint, "--type-aware", "--format=json"];
  // The linter exits with an error as expected; its output has the findings.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (failure: { stdout: string }) => failure,
  );
  found = (JSON.parse(stdout) as { diagnostics: typeof found }).diagnostics;
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(FORBIDDEN)("%s is refused by %s", (name, rule) => {
  const codes = found.filter((finding) => finding.filename === name).map(({ code }) => code);
  expect(codes).toContainEqual(expect.stringContaining(`(${rule})`));
});

test.each(Object.keys(ALLOWED))("%s is accepted", (name) => {
  expect(found.filter((finding) => finding.filename === name)).toEqual([]);
});
