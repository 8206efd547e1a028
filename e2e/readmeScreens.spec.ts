import { readFileSync } from "node:fs";
import path from "node:path";
import { controlsIn, README_SCREENS, signInToDemo } from "./support/readmeScreens.ts";
import { TestServer } from "./support/server.ts";
import { runProcess } from "./support/serverProcess.ts";
import { test as base, expect } from "./support/test.ts";

const test = base.extend({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads fixture names here
  server: async ({}, use) => {
    const server = await TestServer.start(runProcess("--demo"));
    await use(server);
    await server.dispose();
  },
});

const pictured = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../docs/screenshots/controls.json"), "utf8"),
) as Record<string, string[]>;

test("the README's pictures show the present screens; if not, run `npm run screenshots`", async ({
  page,
  server,
  openAs,
}) => {
  const session = await signInToDemo(server);
  for (const { name, path: address, ready } of README_SCREENS) {
    await openAs(session, address);
    await ready(page);
    const controls = async () => controlsIn(await page.getByRole("main").ariaSnapshot());
    await expect.poll(controls, name).toEqual(pictured[name]);
  }
});
