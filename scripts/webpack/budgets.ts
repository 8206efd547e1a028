import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/**
 * The maximum number of compressed bytes that each page may load before its content, by its
 * address. Raise a budget only for a reason.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 115.3 * KB, css: 4.5 * KB },
  "/register": { js: 116.1 * KB, css: 4.6 * KB },
  "/forgot-password": { js: 120.5 * KB, css: 4.5 * KB },
  "/invitation": { js: 121.6 * KB, css: 4.5 * KB },
  "/reset-password": { js: 121.6 * KB, css: 4.5 * KB },
  "/": { js: 127.9 * KB, css: 8 * KB },
  "/dashboard": { js: 127.9 * KB, css: 8 * KB },
  "/kanban": { js: 132.6 * KB, css: 8 * KB },
  "/tasks": { js: 138.5 * KB, css: 8 * KB },
  "/tasks/:id": { js: 164.6 * KB, css: 8 * KB },
  "/profile": { js: 135.9 * KB, css: 8 * KB },
  "/teams": { js: 136.9 * KB, css: 8 * KB },
  "/users": { js: 142.2 * KB, css: 8 * KB },
  "/audit": { js: 150.7 * KB, css: 8 * KB },
  "/import": { js: 150.9 * KB, css: 8 * KB },
  "/webhooks": { js: 147.7 * KB, css: 8 * KB },
};
