import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

export type BrowserName = "chromium" | "firefox";

/** Where Debian's browsers are; the variables name others. */
const BROWSERS = {
  chromium: { variable: "CHROMIUM_PATH", path: "/usr/bin/chromium", debian: "chromium" },
  firefox: { variable: "FIREFOX_PATH", path: "/usr/bin/firefox-esr", debian: "firefox-esr" },
} as const satisfies Record<BrowserName, object>;

/** The browser's executable, whether or not it is there. */
export function browserPath(name: BrowserName): string {
  const { variable, path } = BROWSERS[name];
  return process.env[variable] ?? path;
}

const missing = (): BrowserName[] =>
  (["chromium", "firefox"] as const).filter((name) => !existsSync(browserPath(name)));

/**
 * Makes sure that both browsers are there, installing Debian's when that is possible.
 * Answers what is missing still, as a sentence, or nothing.
 */
export function ensureBrowsers(): string | undefined {
  const wanted = missing();
  if (wanted.length === 0) return undefined;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log(`Installing ${wanted.join(" and ")}…`);
    const apt = (...args: string[]) =>
      spawnSync("apt-get", args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    apt("update", "-qq");
    apt(
      "install",
      "-y",
      "-qq",
      "--no-install-recommends",
      "fonts-liberation",
      ...wanted.map((name) => BROWSERS[name].debian),
    );
  }
  const still = missing();
  if (still.length === 0) return undefined;
  const hints = still.map(
    (name) => `${BROWSERS[name].debian} (or set ${BROWSERS[name].variable} to its executable)`,
  );
  return `The browser tests can't run without ${hints.join(" and ")}: install it and try again.`;
}
