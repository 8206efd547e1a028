import "@testing-library/jest-dom/jest-globals";
import { afterEach, expect } from "@jest/globals";
import { type Config, configure, getConfig } from "@testing-library/dom";
import { ILLEGAL_EVENT } from "#lib/machine.ts";
import "./stubs/browserGaps.ts";

/** The configuration. While a test waits for an element, `_disableExpensiveErrorDiagnostics` is true. */
type InternalConfig = Config & { _disableExpensiveErrorDiagnostics: boolean };

const { getElementError } = getConfig();
configure({
  // A generous timeout, not a delay: a busy machine must not fail a test.
  asyncUtilTimeout: 45_000,
  // Prints the page only for the error that a test reports, not for each attempt before it.
  getElementError: (message, container) =>
    (getConfig() as InternalConfig)._disableExpensiveErrorDiagnostics
      ? Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" })
      : getElementError(message, container),
});

// In development the store reports illegal events. Tests must cause neither these nor uncaught errors.
const illegal: unknown[] = [];
/** Redux Toolkit warns when its checks take long, as they do on a busy machine. */
const SLOW_CHECK = /^(Immutable|Serializable)StateInvariantMiddleware took/;
/** An error in an event listener: jsdom reports it here, and Jest doesn't if the app handles errors too. */
const UNCAUGHT = /^Error: Uncaught \[/;
const { error, warn } = console;
// oxlint-disable-next-line eslint/no-console -- a report must fail its test
console.warn = (...args: unknown[]) => {
  if (String(args[0]).startsWith(ILLEGAL_EVENT)) illegal.push(args[0]);
  else if (!SLOW_CHECK.test(String(args[0]))) warn(...args);
};
// oxlint-disable-next-line eslint/no-console -- the same
console.error = (...args: unknown[]) => {
  if (UNCAUGHT.test(String(args[0]))) illegal.push(args[0]);
  error(...args);
};

/**
 * Page translators replace text nodes. React then fails to remove such a text, or to insert an element
 * before it, so a text beside elements that come and go needs an element of its own.
 */
function refuseText(parent: Node, text: unknown): void {
  if (!(text instanceof Text) || !/react-dom/.test(new Error().stack ?? "")) return;
  illegal.push(`React moves a text without an element: "${text.data}" in ${parent.nodeName}`);
}
const { removeChild, insertBefore } = Node.prototype;
Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
  refuseText(this, child);
  return removeChild.call(this, child) as Child;
};
Node.prototype.insertBefore = function <Child extends Node>(child: Child, next: Node | null) {
  refuseText(this, next);
  return insertBefore.call(this, child, next) as Child;
};
afterEach(() => {
  expect(illegal.splice(0)).toEqual([]);
});
