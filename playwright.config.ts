import { defineConfig, devices } from "@playwright/test";
import { browserPath } from "./scripts/browsers.ts";

/** What Chromium needs as root and without a network of its own. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const viewport = { width: 1280, height: 800 };

/** The product in real browsers. Every test has a server of its own (e2e/support/test.ts). */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/warmUp.ts",
  fullyParallel: true,
  forbidOnly: true,
  // Each test waits for its server and its browser by turns: a third one uses the two cores meanwhile.
  workers: 3,
  // The ends of patience, not waits: a busy machine must not fail a test.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: "list",
  outputDir: "test-results",
  // A trace costs a third of a test's time: `--trace retain-on-failure` where one is wanted.
  use: {
    screenshot: "only-on-failure",
    actionTimeout: 45_000,
    // Playwright doesn't intercept what a worker fetches. serviceWorker.spec.ts allows it.
    serviceWorkers: "block",
  },
  projects: [
    {
      name: "chromium",
      use: {
        ...devices["Desktop Chrome"],
        viewport,
        launchOptions: { executablePath: browserPath("chromium"), args: CHROMIUM_ARGS },
      },
    },
    {
      name: "firefox",
      // Playwright's touch and CPU controls speak Chromium's protocol only.
      grepInvert: /@chromium/,
      // What axe finds doesn't depend on the browser.
      testIgnore: /accessibility/,
      use: {
        ...devices["Desktop Firefox"],
        viewport,
        channel: "moz-firefox",
        launchOptions: { executablePath: browserPath("firefox") },
      },
    },
  ],
});
