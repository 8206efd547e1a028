import type { Page } from "@playwright/test";

/** The console message about a 4xx or 5xx response, which tests of failures cause on purpose. */
const FAILED_LOAD = /Failed to load resource: the server responded with a status of/;

/**
 * Firefox's message about a file that the service worker was loading when the page was left. A
 * worker that fails has another message ("passed a promise … that rejected").
 */
const LEFT_PAGE = /A ServiceWorker intercepted the request and encountered an unexpected error/;

/** The console messages while the server restarts. */
export const SERVER_DOWN = /ERR_CONNECTION_(REFUSED|RESET)|NS_ERROR_|Cross-Origin Request Blocked/;

/**
 * Collects a page's problems: errors in the console, uncaught exceptions, and violations of the
 * Content-Security-Policy.
 */
export class Problems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [FAILED_LOAD, LEFT_PAGE];

  /** Watches a page, from before its first load. */
  async watch(page: Page): Promise<void> {
    page.on("console", (message) => {
      if (message.type() === "error") this.#add(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.#add(`exception: ${error.stack ?? error.message}`));
    await page.exposeFunction("__reportViolation", (text: string) => this.#add(`CSP: ${text}`));
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        const report = (window as unknown as { __reportViolation: (text: string) => void })
          .__reportViolation;
        report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      });
    });
  }

  /** Allows a problem that the test causes on purpose. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  get found(): readonly string[] {
    return this.#found.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  #add(text: string): void {
    this.#found.push(text);
  }
}
