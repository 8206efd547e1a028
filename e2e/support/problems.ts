import type { Page } from "@playwright/test";

/** A browser's note of an answer 4xx or 5xx, which tests of failures bring about on purpose. */
const FAILED_LOAD = /Failed to load resource: the server responded with a status of/;

/** What a browser notes while the server is down for a restart. */
export const SERVER_DOWN = /ERR_CONNECTION_(REFUSED|RESET)|NS_ERROR_|Cross-Origin Request Blocked/;

/**
 * Collects what must never happen while a page is used: errors in the console, exceptions that
 * nobody caught, violations of the Content-Security-Policy.
 */
export class Problems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [FAILED_LOAD];

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

  /** Lets a test bring about a problem on purpose. */
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
