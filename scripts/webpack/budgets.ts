import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/**
 * The maximum number of compressed bytes that each page may load before its content, by its
 * address. Raise a budget only for a reason.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 139 * KB, css: 4.5 * KB },
  "/register": { js: 140 * KB, css: 4.5 * KB },
  "/": { js: 142 * KB, css: 8.2 * KB },
  "/dashboard": { js: 142 * KB, css: 8.2 * KB },
  "/kanban": { js: 156.5 * KB, css: 8.2 * KB },
  "/tasks": { js: 151 * KB, css: 8.2 * KB },
  "/tasks/:id": { js: 178 * KB, css: 8.2 * KB },
  "/profile": { js: 170.5 * KB, css: 8.2 * KB },
  "/teams": { js: 171 * KB, css: 8.2 * KB },
  "/users": { js: 178 * KB, css: 8.2 * KB },
  "/audit": { js: 163.5 * KB, css: 8.2 * KB },
};
