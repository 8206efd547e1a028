import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/** What each page may load before its content, by its address. Raise a budget only for a reason. */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 146.5 * KB, css: 7.5 * KB },
  "/register": { js: 147.5 * KB, css: 7.5 * KB },
  "/": { js: 142.5 * KB, css: 7.5 * KB },
  "/dashboard": { js: 142.5 * KB, css: 7.5 * KB },
  "/kanban": { js: 155 * KB, css: 7.5 * KB },
  "/tasks": { js: 145.5 * KB, css: 7.5 * KB },
  "/tasks/:id": { js: 177 * KB, css: 7.5 * KB },
  "/profile": { js: 175.5 * KB, css: 7.5 * KB },
  "/teams": { js: 176 * KB, css: 7.5 * KB },
  "/users": { js: 175.5 * KB, css: 7.5 * KB },
  "/audit": { js: 164 * KB, css: 7.5 * KB },
};
