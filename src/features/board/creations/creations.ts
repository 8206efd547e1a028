import type { StoreParts } from "#lib/storeParts.ts";
import { startCreationListeners } from "./creationListeners.ts";
import { creationsSlice } from "./creationsSlice.ts";

export { creationsRestored } from "./creationsSlice.ts";
export { NewCards } from "./NewCards.tsx";

export const storeParts: StoreParts = {
  slices: [creationsSlice],
  listeners: [startCreationListeners],
};
