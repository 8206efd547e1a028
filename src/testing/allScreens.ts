import { pages } from "#app/pages.ts";

/** Loads all screens, with their slices and listeners, for a store without rendered screens. */
export async function loadAllScreens(): Promise<void> {
  await Promise.all(Object.values(pages).map((page) => page.preload()));
}
