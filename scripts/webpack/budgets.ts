import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/**
 * The maximum number of compressed bytes that each page may load before its content, by its
 * address. Raise a budget only for a reason.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 154.5 * KB, css: 4.5 * KB },
  "/register": { js: 155.5 * KB, css: 4.5 * KB },
  "/": { js: 151 * KB, css: 7.8 * KB },
  "/dashboard": { js: 151 * KB, css: 7.8 * KB },
  "/kanban": { js: 164.5 * KB, css: 7.8 * KB },
  "/tasks": { js: 154.5 * KB, css: 8 * KB },
  "/tasks/:id": { js: 186 * KB, css: 8 * KB },
  "/profile": { js: 184 * KB, css: 7.8 * KB },
  "/teams": { js: 184.5 * KB, css: 7.8 * KB },
  "/users": { js: 184 * KB, css: 8 * KB },
  "/audit": { js: 172.5 * KB, css: 7.8 * KB },
};
