import type { BrowserContext, Route } from "@playwright/test";

/**
 * Makes the API unreachable, while pages still load. `before` runs before a request fails.
 *
 * @returns a function that ends the outage
 */
export async function startOutage(
  context: BrowserContext,
  before?: (route: Route) => Promise<void>,
): Promise<() => void> {
  let over = false;
  // The handler stays: Playwright loses a request that is under way when its handler is removed.
  await context.route(/\/api\/|\/healthz/, async (route) => {
    if (over) return route.fallback();
    await before?.(route);
    return route.abort("connectionrefused");
  });
  return () => {
    over = true;
  };
}
