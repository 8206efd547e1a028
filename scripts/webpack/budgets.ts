import type { Budget } from "./PageBudgets.ts";

const KB = 1_000;

/**
 * The maximum number of compressed bytes that each page may load before its content, by its
 * address. There is some room for features, so that a build fails for what is large and not for a
 * sentence. Raise a budget only for a reason.
 */
export const budgets: Readonly<Record<string, Budget>> = {
  "/login": { js: 125 * KB, css: 5 * KB },
  "/register": { js: 125 * KB, css: 5 * KB },
  "/forgot-password": { js: 127 * KB, css: 5 * KB },
  "/invitation": { js: 127 * KB, css: 5 * KB },
  "/reset-password": { js: 127 * KB, css: 5 * KB },
  "/": { js: 150 * KB, css: 9 * KB },
  "/dashboard": { js: 150 * KB, css: 9 * KB },
  "/kanban": { js: 155 * KB, css: 9 * KB },
  "/tasks": { js: 172 * KB, css: 11 * KB },
  "/tasks/:id": { js: 182 * KB, css: 9 * KB },
  "/activity": { js: 170 * KB, css: 9 * KB },
  "/profile": { js: 156 * KB, css: 9 * KB },
  "/teams": { js: 158 * KB, css: 9 * KB },
  "/users": { js: 183 * KB, css: 10 * KB },
  "/audit": { js: 174 * KB, css: 9 * KB },
  "/import": { js: 168 * KB, css: 9 * KB },
  "/webhooks": { js: 155 * KB, css: 9 * KB },
};
