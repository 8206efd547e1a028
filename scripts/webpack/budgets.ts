import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/**
 * The maximum number of compressed bytes that each page may load before its content, by its
 * address. Raise a budget only for a reason.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 148.5 * KB, css: 4.5 * KB },
  "/register": { js: 149.5 * KB, css: 4.5 * KB },
  "/": { js: 145 * KB, css: 7.5 * KB },
  "/dashboard": { js: 145 * KB, css: 7.5 * KB },
  "/kanban": { js: 158.5 * KB, css: 7.5 * KB },
  "/tasks": { js: 148.5 * KB, css: 7.5 * KB },
  "/tasks/:id": { js: 180 * KB, css: 7.5 * KB },
  "/profile": { js: 178 * KB, css: 7.5 * KB },
  "/teams": { js: 179.5 * KB, css: 7.5 * KB },
  "/users": { js: 178 * KB, css: 7.5 * KB },
  "/audit": { js: 166.5 * KB, css: 7.5 * KB },
};
