import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import webpack, { type Stats } from "webpack";
import { pagePaths } from "#lib/address/pagePaths.ts";
import { PageBudgets } from "./PageBudgets.ts";

let folder: string;

/** An entry script, and the same module for every page. */
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "taskdeck-budgets-"));
  const imports = new Set(
    [...pagePaths.map(([, page]) => page), "layout"].map(
      (page) => `import(/* webpackChunkName: "${page}" */ "./page.js");`,
    ),
  );
  writeFileSync(path.join(folder, "main.js"), [...imports].join("\n"));
  writeFileSync(path.join(folder, "page.js"), `export default ${JSON.stringify("page")};`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function build(plugin: PageBudgets): Promise<string[]> {
  const compiler = webpack({
    mode: "production",
    context: folder,
    entry: { main: "./main.js" },
    output: { path: path.join(folder, "dist") },
    plugins: [plugin],
  });
  const stats = await new Promise<Stats | undefined>((resolve, reject) => {
    compiler?.run((failure, result) => (failure ? reject(failure) : resolve(result)));
  });
  return stats?.toJson({ warnings: true }).warnings?.map(({ message }) => message) ?? [];
}

test("a build warns of each page and part that exceeds its budget or has none, and of no other", async () => {
  const everywhere = pagePaths.map(([pattern]) => [pattern, { js: 100_000, css: 0 }]);
  const { "/tasks": _none, ...budgets } = Object.fromEntries(everywhere) as Record<
    string,
    { js: number; css: number }
  >;
  const parts = { main: 10, gone: 10 };
  const warnings = await build(
    new PageBudgets({ ...budgets, "/kanban": { js: 10, css: 0 } }, parts),
  );
  expect(warnings.toSorted()).toEqual([
    expect.stringMatching(/^\/kanban loads \d+ bytes of JavaScript .* its budget is 10\./),
    "/tasks has no budget in scripts/webpack/budgets.ts.",
    "No part has the name gone, which has a budget.",
    expect.stringMatching(/^The part main has \d+ bytes of JavaScript .* its budget is 10\./),
  ]);
});
