import { existsSync } from "node:fs";
import { installPackages } from "./debianPackages.ts";

export type BrowserName = "chromium" | "firefox";

/**
 * The paths of Debian's browsers, the preferred one first; the variables override them. The headless
 * shell needs three quarters of Chromium's CPU time.
 */
const BROWSERS = {
  chromium: {
    variable: "CHROMIUM_PATH",
    paths: ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"],
    debian: "chromium-headless-shell",
  },
  firefox: { variable: "FIREFOX_PATH", paths: ["/usr/bin/firefox-esr"], debian: "firefox-esr" },
} as const satisfies Record<BrowserName, object>;

const NAMES = ["chromium", "firefox"] as const;

/** The path of the browser's executable, which may not exist. */
export function browserPath(name: BrowserName): string {
  const { variable, paths } = BROWSERS[name];
  return process.env[variable] ?? paths.find((path) => existsSync(path)) ?? paths[0];
}

/** Whether the preferred browser is installed. */
function hasPreferred(name: BrowserName): boolean {
  const { variable, paths } = BROWSERS[name];
  return existsSync(process.env[variable] ?? paths[0]);
}

/**
 * Installs missing browsers on Debian if the user is root. Returns a message if a browser is still
 * missing.
 */
export function ensureBrowsers(): string | undefined {
  const wanted = NAMES.filter((name) => !hasPreferred(name));
  if (wanted.length === 0) return undefined;
  installPackages(["fonts-liberation", ...wanted.map((name) => BROWSERS[name].debian)]);
  const missing = NAMES.filter((name) => !existsSync(browserPath(name)));
  if (missing.length === 0) return undefined;
  const hints = missing.map(
    (name) => `${BROWSERS[name].debian} (or set ${BROWSERS[name].variable} to its executable)`,
  );
  return `The browser tests can't run without ${hints.join(" and ")}: install it and try again.`;
}
