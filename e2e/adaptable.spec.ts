import type { Page } from "@playwright/test";
import type { TeamResponse } from "#contract/team.ts";
import { findCutOff, findHiddenFocus, findMotion, findSmallTargets } from "./support/adaptable.ts";
import { card } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

/* Every screen at 400 % zoom, with text at 200 %, in forced colours and with reduced motion. */

const DESKTOP = { width: 1280, height: 800 };
/** A window of 1280 px at 400 % zoom. */
const ZOOMED = { width: 320, height: 640 };

interface State {
  path: string;
  /** Opens a dialog, a menu or the like, by keys or by controls that each width has. */
  open?: (page: Page) => Promise<void>;
  /** WCAG 1.4.10 lets a board scroll sideways. */
  isBoard?: boolean;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

const key =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const one of keys) await page.keyboard.press(one);
    await page.getByRole("dialog").waitFor();
  };

const SIGNED_OUT: Record<string, State> = {
  "sign-in": { path: "/login" },
  "refused sign-in": { path: "/login", open: press("Sign In") },
  registration: { path: "/register" },
  "forgotten password": { path: "/forgot-password" },
};

const SIGNED_IN: Record<string, State> = {
  dashboard: { path: "/" },
  board: { path: "/kanban", isBoard: true },
  "card menu": { path: "/kanban", isBoard: true, open: press("Move to… (Feed the cat)") },
  "a task over the board": {
    path: "/kanban",
    isBoard: true,
    open: (page) => card(page, "Feed the cat").press("Enter"),
  },
  "task list": { path: "/tasks" },
  "new task": { path: "/tasks", open: press("+ Add Task") },
  profile: { path: "/profile" },
  teams: { path: "/teams" },
  team: { path: "/teams", open: press(/^Garden/) },
  users: { path: "/users" },
  audit: { path: "/audit" },
  import: { path: "/import" },
  webhooks: { path: "/webhooks" },
  shortcuts: { path: "/profile", open: key("?") },
  palette: { path: "/profile", open: key("Control+k") },
  "recent messages": { path: "/profile", open: key("g", "r") },
  "nothing here": { path: "/no-such-page" },
};

/** As a user's style sheet would; one that a test adds would break the content security policy. */
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

async function checkState(page: Page, name: string, { open, isBoard = false }: State) {
  const found: string[] = [];
  const note = (when: string, problems: string[]) =>
    found.push(...problems.map((problem) => `${name}, ${when}: ${problem}`));
  await open?.(page);
  await expect(page.getByText("Loading…")).toHaveCount(0);
  note("reduced motion", await settled(() => findMotion(page)));
  note("1280 px", await findSmallTargets(page));
  note("1280 px", await findHiddenFocus(page));
  await page.setViewportSize(ZOOMED);
  note("320 px", await settled(() => findCutOff(page, isBoard)));
  note("320 px", await findSmallTargets(page));
  await page.setViewportSize(DESKTOP);
  await zoomText(page, "200%");
  note("text at 200 %", await settled(() => findCutOff(page, isBoard)));
  await zoomText(page, "");
  return found;
}

async function walk(page: Page, states: Record<string, State>) {
  const found: string[] = [];
  for (const [name, state] of Object.entries(states)) {
    await page.goto(state.path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await expect(page.getByText("Loading…")).toHaveCount(0);
    found.push(...(await checkState(page, name, state)));
  }
  expect(found).toEqual([]);
}

test.use({ viewport: DESKTOP, contextOptions: { reducedMotion: "reduce" } });

test("signed-out screens adapt @chromium", async ({ page }) => {
  await walk(page, SIGNED_OUT);
});

test("signed-in screens adapt @chromium", async ({ page, server, openAs }) => {
  const admin = await server.signUp({ role: "admin" });
  const body = { name: "Garden" };
  await server.call<TeamResponse>("POST", "/api/teams", body, admin.accessToken);
  await server.addTask(admin, { title: "Feed the cat", due_date: "2099-01-01" });
  await server.addTask(admin, {
    title: "Water the plants",
    status: "Done",
    description: "- [ ] a",
  });
  await openAs(admin, "/profile");
  await walk(page, SIGNED_IN);
});
