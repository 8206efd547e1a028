import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { forgetLastVisit } from "./app.ts";
import { FaultProxy } from "./faultProxy.ts";
import type { TestServer } from "./server.ts";
import { test as base, expect, keepSession } from "./test.ts";

/** The environment of a flow: an admin's page, a network that can fail, and the server. */
export interface Stage {
  page: Page;
  server: TestServer;
  network: FaultProxy;
  /** The page's user; used for calls that bypass the network. */
  session: SessionResponse;
  /** Calls the API as the page's user, past the network. */
  call: <T>(method: string, url: string, body?: object) => Promise<T>;
  /** Opens a screen by the menu, or loads it if the page has no menu. */
  goTo: (screen: Screen) => Promise<void>;
  /** Opens a screen from another one, so that it mounts again. */
  reopen: (screen: Screen) => Promise<void>;
  /** The texts of toasts since they were last cleared, each once. */
  toasts: () => Promise<string[]>;
  /** Removes all toasts. */
  clearToasts: () => Promise<void>;
}

type Screen = keyof typeof SCREENS;

const SCREENS = {
  Dashboard: "/dashboard",
  Progress: "/kanban",
  Tasks: "/tasks",
  Profile: "/profile",
  Teams: "/teams",
  Users: "/users",
} as const;

/** The page records the texts of its toasts, because toasts close after three seconds. */
interface Recorder {
  __toasts?: string[];
}

function recordToasts(): void {
  const recorder = window as unknown as Recorder;
  const known = new WeakSet<Node>();
  recorder.__toasts = [];
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll("[aria-label=Notifications] [data-toast]")) {
      if (known.has(toast)) continue;
      known.add(toast);
      // The second line names the task.
      const words = (toast.querySelector("p") ?? toast).cloneNode(true) as Element;
      for (const button of words.querySelectorAll("button")) button.remove();
      recorder.__toasts?.push(words.textContent ?? "");
    }
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Dismisses all toasts, and starts a new recording. Returns false if there were any. For a moment
 * after a dialog opens or closes the page shows none, so none may appear for some frames.
 */
async function dismissToasts(): Promise<boolean> {
  const region = "[aria-label=Notifications]";
  for (let frame = 0; frame < 4; frame += 1) {
    if (document.querySelector(`${region} [data-toast]`)) {
      const buttons = document.querySelectorAll<HTMLElement>(`${region} [aria-label=Dismiss]`);
      for (const button of buttons) button.click();
      return false;
    }
    await new Promise(requestAnimationFrame);
  }
  (window as unknown as Recorder).__toasts = [];
  return true;
}

/**
 * Expected console messages: those about connections without a response, and the dashboard's own
 * (§8).
 */
const EXPECTED_MESSAGES = [/Failed to load resource/, /The dashboard's get\w+ failed/];

/** Opens a page for the session's user. */
export async function makeStage(
  page: Page,
  { server, network, session }: Pick<Stage, "server" | "network" | "session">,
): Promise<Stage> {
  await page.addInitScript(recordToasts);
  // warmStart.spec.ts tests screens with data from the last visit.
  await forgetLastVisit(page);
  const goTo = async (screen: Screen): Promise<void> => {
    const link = page.getByRole("navigation").getByRole("link", { name: screen, exact: true });
    if (await link.isVisible()) {
      await link.click();
      return;
    }
    await keepSession(page, session);
    await page.goto(SCREENS[screen]);
  };
  return {
    page,
    server,
    network,
    session,
    call: (method, url, body) => server.call(method, url, body, session.accessToken),
    goTo,
    reopen: async (screen) => {
      await goTo("Profile");
      await goTo(screen);
    },
    toasts: async () => [
      ...new Set(await page.evaluate(() => (window as unknown as Recorder).__toasts ?? [])),
    ],
    clearToasts: async () => await expect.poll(() => page.evaluate(dismissToasts)).toBe(true),
  };
}

interface Fixtures {
  /** Whether connections are reused, for `test.use`. */
  keepsAlive: boolean;
  network: FaultProxy;
  stage: Stage;
}

export const test = base.extend<Fixtures>({
  keepsAlive: [false, { option: true }],

  network: async ({ server, keepsAlive }, use) => {
    const network = await FaultProxy.start(server.url, { keepsAlive });
    await use(network);
    await network.close();
  },

  baseURL: async ({ network }, use) => use(network.url),

  stage: async ({ page, server, network, problems }, use) => {
    for (const pattern of EXPECTED_MESSAGES) problems.expect(pattern);
    const session = await server.signUp({ role: "admin" });
    await use(await makeStage(page, { server, network, session }));
  },
});
