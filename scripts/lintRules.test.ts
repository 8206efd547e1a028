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
const FORBIDDEN: Record<string, { text: string; rule: string }> = {
  "contract/app.ts": { text: importing("#lib/dates/dates.ts"), rule: "no-restricted-imports" },
  "contract/server.ts": { text: importing("../server/app.ts"), rule: "no-restricted-imports" },
  "contract/rules/deep.ts": { text: importing("../../src/x.ts"), rule: "no-restricted-imports" },
  "contract/react.ts": { text: importing("react"), rule: "no-restricted-imports" },
  "contract/node.ts": { text: importing("node:fs"), rule: "no-restricted-imports" },
  "server/app.ts": { text: importing("#lib/dates/dates.ts"), rule: "no-restricted-imports" },
  "server/auth/feature.ts": { text: importing("#features/x.ts"), rule: "no-restricted-imports" },
  "server/auth/up.ts": { text: importing("../../src/lib/x.ts"), rule: "no-restricted-imports" },
  "src/lib/ui.ts": { text: importing("#ui/button/Button.tsx"), rule: "no-restricted-imports" },
  "src/lib/server.ts": { text: importing("#server/app.ts"), rule: "no-restricted-imports" },
  "src/ui/api.tsx": { text: importing("#api/api.ts"), rule: "no-restricted-imports" },
  "src/ui/feature.tsx": { text: importing("#features/x.ts"), rule: "no-restricted-imports" },
  "src/ui/server.tsx": { text: importing("#server/app.ts"), rule: "no-restricted-imports" },
  "src/ui/up.tsx": { text: importing("../api/api.ts"), rule: "no-restricted-imports" },
  "src/api/feature.ts": { text: importing("#features/x.ts"), rule: "no-restricted-imports" },
  "src/api/ui.ts": { text: importing("#ui/button/Button.tsx"), rule: "no-restricted-imports" },
  "src/api/server.ts": { text: importing("#server/app.ts"), rule: "no-restricted-imports" },
  "src/api/session.ts": { text: importing("#session/tokens.ts"), rule: "no-restricted-imports" },
  "src/session/sync.ts": { text: importing("#sync/x.ts"), rule: "no-restricted-imports" },
  "src/session/feature.ts": { text: importing("#features/x.ts"), rule: "no-restricted-imports" },
  "src/sync/feature.ts": { text: importing("#features/x.ts"), rule: "no-restricted-imports" },
  "src/features/users/teams.ts": {
    text: importing("#features/teams/x.ts"),
    rule: "no-restricted-imports",
  },
  "src/features/filters/tasks.ts": {
    text: 'import type { A } from "#features/tasks/x.ts";\nexport type B = A;\n',
    rule: "no-restricted-imports",
  },
  "src/features/a/app.tsx": { text: importing("#app/store.ts"), rule: "no-restricted-imports" },
  "src/features/a/server.ts": { text: importing("#server/app.ts"), rule: "no-restricted-imports" },
  "src/features/a/test.ts": {
    text: importing("#testing/backend.ts"),
    rule: "no-restricted-imports",
  },
  "src/features/a/up.ts": { text: importing("../b/x.ts"), rule: "no-restricted-imports" },
  "src/app/server.ts": { text: importing("#server/app.ts"), rule: "no-restricted-imports" },
  "src/app/layout/server.tsx": { text: importing("#server/app.ts"), rule: "no-restricted-imports" },
  "src/main.tsx": { text: importing("#server/app.ts"), rule: "no-restricted-imports" },
  "src/features/a/one.ts": { text: importing("#features/a/two.ts"), rule: "no-cycle" },
  "src/features/a/two.ts": { text: importing("./one.ts"), rule: "no-cycle" },
  "server/one.ts": { text: importing("./two.ts"), rule: "no-cycle" },
  "server/two.ts": { text: importing("./one.ts"), rule: "no-cycle" },
  "src/ui/conditional.tsx": {
    text: 'import { useState } from "react";\nexport function useIt(on: boolean) {\n  if (on) return useState(1);\n  return null;\n}\n',
    rule: "rules-of-hooks",
  },
  "src/ui/deps.tsx": {
    text: 'import { useEffect } from "react";\nexport function useIt(f: (n: number) => void, n: number) {\n  useEffect(() => f(n), [f]);\n}\n',
    rule: "exhaustive-deps",
  },
  "src/lib/floating.ts": {
    text: "async function later() {\n  await Promise.resolve();\n}\nexport function now() {\n  later();\n}\n",
    rule: "no-floating-promises",
  },
  "src/lib/any.ts": { text: "export const x = (y: any) => y;\n", rule: "no-explicit-any" },
};

/** Imports that each folder may have; the linter must report nothing. */
const ALLOWED: Record<string, string> = {
  "contract/rules/sound.ts": importing("../task.ts"),
  "server/tasks/sound.ts": importing("#contract/task.ts", "#server/deps.ts"),
  "src/lib/sound.ts": importing("#contract/task.ts"),
  "src/ui/sound.tsx": importing("#lib/address/paths.ts"),
  "src/api/sound.ts": importing("#lib/env.ts"),
  "src/session/sound.ts": importing("#api/api.ts", "#ui/button/Button.tsx"),
  "src/sync/sound.ts": importing("#session/tokens.ts", "#api/api.ts"),
  "src/features/tasks/sound.ts": importing("#features/filters/x.ts", "#session/tokens.ts"),
  "src/features/a/sound.tsx": importing("#ui/button/Button.tsx", "#api/api.ts"),
  "src/features/a/sound.test.tsx": importing("#testing/renderApp.tsx", "#app/store.ts"),
  "src/app/sound.tsx": importing("#features/a/sound.tsx", "#ui/button/Button.tsx"),
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
  const broken = Object.entries(FORBIDDEN).map(([name, { text }]) => [name, text] as const);
  for (const [name, text] of [...broken, ...Object.entries(ALLOWED)]) {
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

test.each(Object.entries(FORBIDDEN))("%s is refused", (name, { rule }) => {
  const codes = found.filter((finding) => finding.filename === name).map(({ code }) => code);
  expect(codes).toContainEqual(expect.stringContaining(`(${rule})`));
});

test.each(Object.keys(ALLOWED))("%s is accepted", (name) => {
  expect(found.filter((finding) => finding.filename === name)).toEqual([]);
});
