import { defineConfig, devices } from "@playwright/test";
import { browserPath } from "./scripts/browsers.ts";

/** Flags for Chromium as root, without requests of its own. */
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

const chromium = {
  ...devices["Desktop Chrome"],
  viewport,
  launchOptions: { executablePath: browserPath("chromium"), args: CHROMIUM_ARGS },
};

/** Firefox runs every test, not only those tagged @firefox, whose result may depend on the browser. */
const DEEP = Boolean(process.env["TEST_DEEP"]);

/** The product in real browsers. Every test has its own server (e2e/support/test.ts). */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/warmUp.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 4,
  // Generous timeouts, not delays: a busy machine must not fail a test.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: "list",
  outputDir: "test-results",
  // Tracing would take a third of a test's time. Use `--trace retain-on-failure` to get a trace.
  use: {
    screenshot: "only-on-failure",
    actionTimeout: 45_000,
    // Playwright doesn't intercept the requests of a service worker. serviceWorker.spec.ts allows
    // it.
    serviceWorkers: "block",
  },
  projects: [
    // Flows under faults: these tests mostly wait, and the others use that time.
    { name: "faults", workers: 2, grep: /@matrix/, use: chromium },
    // A test often waits for its server or its browser, so a third worker uses the idle time of two
    // cores.
    {
      name: "chromium",
      workers: 3,
      grepInvert: DEEP ? /@matrix/ : /@matrix|@release/,
      use: chromium,
    },
    {
      name: "firefox",
      workers: 3,
      // `npm run test:deep` leaves out axe, the variants for phones, and what needs Playwright's touch
      // and CPU controls, which only Chromium has.
      ...(DEEP
        ? { grepInvert: /@chromium|@release|axe finds|accessib|phone/ }
        : { grep: /@firefox/ }),
      use: {
        ...devices["Desktop Firefox"],
        viewport,
        channel: "moz-firefox",
        // Without a GPU, Firefox's main process draws. Half as many frames leave it more time.
        launchOptions: {
          executablePath: browserPath("firefox"),
          firefoxUserPrefs: { "layout.frame_rate": 30 },
        },
      },
    },
  ],
});
