import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/**
 * The maximum number of compressed bytes that each page may load before its content, by its
 * address. Raise a budget only for a reason.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 119.5 * KB, css: 4.6 * KB },
  "/register": { js: 120.2 * KB, css: 4.7 * KB },
  "/forgot-password": { js: 125 * KB, css: 6.8 * KB },
  "/invitation": { js: 126 * KB, css: 6.9 * KB },
  "/reset-password": { js: 126 * KB, css: 6.9 * KB },
  "/": { js: 137.9 * KB, css: 8.2 * KB },
  "/dashboard": { js: 137.9 * KB, css: 8.2 * KB },
  "/kanban": { js: 143.3 * KB, css: 8.2 * KB },
  "/tasks": { js: 146.9 * KB, css: 8.2 * KB },
  "/tasks/:id": { js: 173.4 * KB, css: 8.2 * KB },
  "/profile": { js: 145.9 * KB, css: 8.2 * KB },
  "/teams": { js: 146.6 * KB, css: 8.2 * KB },
  "/users": { js: 156.6 * KB, css: 8.2 * KB },
  "/audit": { js: 159.9 * KB, css: 8.2 * KB },
  "/import": { js: 160.8 * KB, css: 8.2 * KB },
  "/webhooks": { js: 158 * KB, css: 8.2 * KB },
};
