import type { Locator, Page } from "@playwright/test";
import type { TaskRunResponse } from "#contract/shapes/run.ts";
import {
  findCutOff,
  findHiddenFocus,
  findHiddenStates,
  findMotion,
  findSmallTargets,
} from "./support/adaptable.ts";
import { card, expectDraggable } from "./support/app.ts";
import { fillForStates } from "./support/filledServer.ts";
import {
  ADMINISTRATION,
  IMPORTS,
  OWN,
  SIGNED_OUT,
  type State,
  type States,
  TASKS,
} from "./support/states.ts";
import { expect, expectToast, findViolations, test } from "./support/test.ts";

/*
 * Every screen, dialog and menu: axe in both themes, 400 % zoom, text at 200 %, forced colours and
 * reduced motion.
 */

const DESKTOP = { width: 1280, height: 800 };
/** A window of 1280 px at 400 % zoom. */
const ZOOMED = { width: 320, height: 640 };

/**
 * Sets the text size like a user's own style sheet. One that a test adds would violate the
 * Content-Security-Policy.
 */
const zoomText = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** Charts follow the window's size some frames later. */
async function settled(check: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  const isClean = async () => {
    found = await check();
    return found.length;
  };
  await expect
    .poll(isClean, { timeout: 5_000 })
    .toBe(0)
    .catch(() => undefined);
  return found;
}

async function checkState(page: Page, name: string, { open, isWide = false }: State) {
  const found: string[] = [];
  const note = (when: string, problems: string[]) =>
    found.push(...problems.map((problem) => `${name}, ${when}: ${problem}`));
  await open?.(page);
  await expect(page.getByText("Loading…")).toHaveCount(0);
  note("reduced motion", await settled(() => findMotion(page)));
  note("axe", await findViolations(page));
  note("1280 px", await findSmallTargets(page));
  note("1280 px", await findHiddenFocus(page));
  note("1280 px", await findHiddenStates(page));
  await page.setViewportSize(ZOOMED);
  note("320 px", await settled(() => findCutOff(page, isWide)));
  note("320 px", await findSmallTargets(page));
  // What a screen opens has the same parts at each width, and the themes' colours don't depend on it.
  if (!open) note("320 px", await findViolations(page, ["light"]));
  await page.setViewportSize(DESKTOP);
  await zoomText(page, "200%");
  note("text at 200 %", await settled(() => findCutOff(page, isWide)));
  await zoomText(page, "");
  return found;
}

async function walk(page: Page, states: States) {
  const found: string[] = [];
  let former: State | undefined;
  for (const [name, state] of Object.entries(states)) {
    await test.step(name, async () => {
      // What a screen opens can follow the bare screen in the same visit.
      if (former?.path !== state.path || former.open) await page.goto(state.path);
      former = state;
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await expect(page.getByText("Loading…")).toHaveCount(0);
      found.push(...(await checkState(page, name, state)));
    });
  }
  expect(found).toEqual([]);
}

test.use({
  viewport: DESKTOP,
  contextOptions: { reducedMotion: "reduce" },
  serverEnv: { WEBHOOK_PRIVATE_ADDRESSES: "on" },
});

test("signed-out screens are accessible @chromium", async ({ page }) => {
  await walk(page, SIGNED_OUT);
});

for (const [what, states] of [
  ["screens of tasks", TASKS],
  ["screens of admins", ADMINISTRATION],
  ["screens of imports", IMPORTS],
  ["a user's own screens", OWN],
] as const) {
  test(`${what} are accessible @chromium`, async ({ page, server, openAs }) => {
    await openAs(await fillForStates(server), "/profile");
    await walk(page, states);
  });
}

/** Whether a progress bar looks different when it is empty and when it is full. */
async function showsProgress(progress: Locator): Promise<boolean> {
  await progress.evaluate((bar: HTMLProgressElement) => {
    bar.value = 0;
  });
  const empty = await progress.screenshot();
  await progress.evaluate((bar: HTMLProgressElement) => {
    bar.value = bar.max;
  });
  return !empty.equals(await progress.screenshot());
}

test("selected and lifted cards and progress show in forced colours @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const ada = await server.signUp();
  for (const title of ["Feed the cat", "Water the plants"]) await server.addTask(ada, { title });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await openAs(ada, "/kanban");
  await expectDraggable(page);
  const article = (title: string) => page.getByRole("article").filter({ hasText: title });
  await card(page, "Feed the cat").click({ modifiers: ["ControlOrMeta"] });
  await expect(article("Feed the cat")).toHaveCSS("outline-style", "solid");
  await expect(article("Water the plants")).toHaveCSS("outline-style", "none");
  await page.mouse.move(0, 0);
  await card(page, "Water the plants").focus();
  await page.keyboard.press("Space");
  await expect(page.locator("[data-lifted] article")).toHaveCSS("border-style", "dashed");
  await page.keyboard.press("ArrowRight");
  const target = page.getByRole("region", { name: "In Progress" });
  await expect(target).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Escape");

  const answer = Promise.withResolvers<void>();
  // As if the server had done half of the work.
  await page.route("**/api/task-runs", async (route) => {
    if (route.request().method() === "GET") return await route.continue();
    const response = await route.fetch();
    const { run, ...rest } = (await response.json()) as TaskRunResponse;
    const counts = { ...run.counts, waiting: 1, done: 1 };
    await route.fulfill({ response, json: { ...rest, run: { ...run, state: "running", counts } } });
  });
  await page.route("**/api/task-runs/*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto("/tasks");
  await page.getByRole("checkbox", { name: "Select Feed the cat" }).check();
  await page.getByRole("checkbox", { name: "Select Water the plants" }).check();
  await page
    .getByRole("region", { name: "Selected tasks" })
    .getByRole("button", { name: "Delete" })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  expect(await showsProgress(page.getByRole("progressbar"))).toBe(true);
  answer.resolve();
  await expectToast(page, "2 tasks deleted");
});
