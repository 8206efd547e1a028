import { loadCode } from "#lib/lazyPart.tsx";
import { toastNotLoaded } from "#ui/toastNotLoaded.tsx";
import type { undoSave } from "./undoSave.ts";

/** Loads the code that undoes a save, and runs `use` with it. A failure shows a toast. */
export function loadUndoSave(use: (code: { undoSave: typeof undoSave }) => void): void {
  loadCode(() => import(/* webpackChunkName: "undoSave" */ "./undoSave.ts"), 2, 0).then(use, () =>
    toastNotLoaded("The change could not be undone."),
  );
}
