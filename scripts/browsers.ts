import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

export type BrowserName = "chromium" | "firefox";

/**
 * Where Debian's browsers are, the preferred one first; the variables name others. The headless
 * shell is Chromium without its windows, which cost a quarter of a browser test's CPU time.
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

/** The browser's executable, whether or not it is there. */
export function browserPath(name: BrowserName): string {
  const { variable, paths } = BROWSERS[name];
  return process.env[variable] ?? paths.find((path) => existsSync(path)) ?? paths[0];
}

/** Whether the browser is there that is preferred. */
function hasPreferred(name: BrowserName): boolean {
  const { variable, paths } = BROWSERS[name];
  return existsSync(process.env[variable] ?? paths[0]);
}

/**
 * Makes sure that both browsers are there, installing Debian's when that is possible.
 * Answers what is missing still, as a sentence, or nothing.
 */
export function ensureBrowsers(): string | undefined {
  const wanted = NAMES.filter((name) => !hasPreferred(name));
  if (wanted.length === 0) return undefined;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const packages = wanted.map((name) => BROWSERS[name].debian);
    console.log(`Installing ${packages.join(" and ")}…`);
    const apt = (...args: string[]) =>
      spawnSync("apt-get", args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", "fonts-liberation", ...packages);
  }
  const missing = NAMES.filter((name) => !existsSync(browserPath(name)));
  if (missing.length === 0) return undefined;
  const hints = missing.map(
    (name) => `${BROWSERS[name].debian} (or set ${BROWSERS[name].variable} to its executable)`,
  );
  return `The browser tests can't run without ${hints.join(" and ")}: install it and try again.`;
}
