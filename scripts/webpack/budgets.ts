import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/**
 * The maximum number of compressed bytes that each page may load before its content, by its
 * address. Raise a budget only for a reason.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 115.6 * KB, css: 4.5 * KB },
  "/register": { js: 116.1 * KB, css: 4.6 * KB },
  "/forgot-password": { js: 120.5 * KB, css: 4.5 * KB },
  "/invitation": { js: 121.6 * KB, css: 4.5 * KB },
  "/reset-password": { js: 121.6 * KB, css: 4.5 * KB },
  "/": { js: 128.4 * KB, css: 8 * KB },
  "/dashboard": { js: 128.4 * KB, css: 8 * KB },
  "/kanban": { js: 133.1 * KB, css: 8 * KB },
  "/tasks": { js: 139 * KB, css: 8 * KB },
  "/tasks/:id": { js: 165.2 * KB, css: 8 * KB },
  "/profile": { js: 136.4 * KB, css: 8 * KB },
  "/teams": { js: 137.4 * KB, css: 8 * KB },
  "/users": { js: 142.6 * KB, css: 8 * KB },
  "/audit": { js: 151.5 * KB, css: 8 * KB },
  "/import": { js: 151.6 * KB, css: 8 * KB },
  "/webhooks": { js: 148.2 * KB, css: 8 * KB },
};
