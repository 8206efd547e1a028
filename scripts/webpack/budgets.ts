import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/**
 * The maximum number of compressed bytes that each page may load before its content, by its
 * address. There is some room for features, so that a build fails for what is large and not for a
 * sentence. Raise a budget only for a reason.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 125 * KB, css: 5 * KB },
  "/register": { js: 125.2 * KB, css: 5 * KB },
  "/forgot-password": { js: 126 * KB, css: 5 * KB },
  "/invitation": { js: 127 * KB, css: 5 * KB },
  "/reset-password": { js: 127 * KB, css: 5 * KB },
  "/": { js: 141 * KB, css: 9 * KB },
  "/dashboard": { js: 141 * KB, css: 9 * KB },
  "/kanban": { js: 144 * KB, css: 10 * KB },
  "/tasks": { js: 160 * KB, css: 11 * KB },
  "/tasks/:id": { js: 175 * KB, css: 10 * KB },
  "/my-work": { js: 150 * KB, css: 9 * KB },
  "/activity": { js: 162 * KB, css: 9 * KB },
  "/profile": { js: 147 * KB, css: 9 * KB },
  "/teams": { js: 149 * KB, css: 9 * KB },
  "/users": { js: 172.5 * KB, css: 10 * KB },
  "/audit": { js: 169 * KB, css: 9 * KB },
  "/import": { js: 159.5 * KB, css: 9 * KB },
  "/labels": { js: 145 * KB, css: 9 * KB },
  "/webhooks": { js: 145 * KB, css: 9 * KB },
};

/**
 * The maximum number of compressed bytes of JavaScript in each part that many pages load, by the name of
 * its chunk.
 */
export const partBudgets: Readonly<Record<string, number>> = {
  early: 10 * KB,
  main: 16.8 * KB,
  vendor: 90.3 * KB,
  "signed-in": 16.3 * KB,
  sending: 11.6 * KB,
  idle: 9 * KB,
  // With the number of files on cards, and what shows a view.
  board: 12.9 * KB,
};
