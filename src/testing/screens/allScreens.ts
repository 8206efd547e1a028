import { AppLayout } from "#app/preload.ts";
import { pages } from "#app/screens/pages.ts";

/** Loads all screens, with their slices and listeners, for a store without rendered screens. */
export async function loadAllScreens(): Promise<void> {
  await Promise.all([AppLayout, ...Object.values(pages)].map((part) => part.preload()));
}
