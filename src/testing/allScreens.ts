import { pages } from "#app/pages.ts";
import * as boardFilter from "#features/board/view/BoardFilter.tsx";
import { installStoreParts } from "#lib/storeParts.ts";

/** Loads all screens, with their slices and listeners, for a store without rendered screens. */
export async function loadAllScreens(): Promise<void> {
  installStoreParts(boardFilter);
  await Promise.all(Object.values(pages).map((page) => page.preload()));
}
