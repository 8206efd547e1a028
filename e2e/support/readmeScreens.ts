import type { Page } from "playwright-core";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TestServer } from "./server.ts";

/** A screen of the README's pictures. */
interface ReadmeScreen {
  /** The picture's file, without its ending. */
  name: string;
  path: string;
  /** Waits until the screen is complete. */
  ready: (page: Page) => Promise<unknown>;
}

export const README_SCREENS: readonly ReadmeScreen[] = [
  {
    name: "dashboard",
    path: "/dashboard",
    ready: (page) => page.getByText("Tasks Due").waitFor(),
  },
  {
    name: "board",
    path: "/kanban",
    // The filters load after the cards.
    ready: (page) => page.getByRole("searchbox", { name: "Search the board" }).waitFor(),
  },
  { name: "tasks", path: "/tasks", ready: (page) => page.getByText(/total task/).waitFor() },
];

/** A node in Playwright's accessibility snapshot: its indentation, role, name and level. */
const NODE = /^(\s*)- '?([a-z]+)(?: "(.*?)")?(?: \[level=(\d)\])?/;
/** What the demo's tasks fill. The groups of the user's work depend on the day. */
const isContent = (role: string, name: string): boolean =>
  /^(?:article|row|list|img|option)$/.test(role) || name === "My work";
const CONTROLS = new Set(["button", "link", "searchbox", "combobox", "columnheader"]);

/**
 * The headings and controls of an accessibility snapshot, without the demo's tasks and numbers: what a
 * picture of the screen shows of the app itself.
 */
export function controlsIn(snapshot: string): string[] {
  const found = new Set<string>();
  let content = Number.POSITIVE_INFINITY;
  for (const line of snapshot.split("\n")) {
    const [, indent, role = "", name = "", level] = NODE.exec(line) ?? [];
    if (indent === undefined || indent.length > content) continue;
    content = isContent(role, name) ? indent.length : Number.POSITIVE_INFINITY;
    const isShown = CONTROLS.has(role) || (role === "heading" && Number(level) < 3);
    if (isShown && name) found.add(`${role} ${name.replaceAll(/\d+/g, "#")}`);
  }
  return [...found].sort();
}

/** Signs in to a server with `--demo`, with the password that it printed. */
export async function signInToDemo(server: TestServer): Promise<SessionResponse> {
  const [, email, password] = /admin\s+(\S+@\S+)\s+(\S+)/.exec(server.log) ?? [];
  return await server.call("POST", "/api/auth/login", { email, password });
}
