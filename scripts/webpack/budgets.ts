import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/** What each page may load before its content, by its address. Raise a budget only for a reason. */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 150 * KB, css: 7.5 * KB },
  "/register": { js: 150 * KB, css: 7.5 * KB },
  "/": { js: 150 * KB, css: 7.5 * KB },
  "/dashboard": { js: 150 * KB, css: 7.5 * KB },
  "/kanban": { js: 155 * KB, css: 7.5 * KB },
  "/tasks": { js: 150 * KB, css: 7.5 * KB },
  "/tasks/:id": { js: 180 * KB, css: 7.5 * KB },
  "/profile": { js: 180 * KB, css: 7.5 * KB },
  "/teams": { js: 180 * KB, css: 7.5 * KB },
  "/users": { js: 180 * KB, css: 7.5 * KB },
  "/audit": { js: 170 * KB, css: 7.5 * KB },
};
