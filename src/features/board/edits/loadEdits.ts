import { loadCode } from "#lib/lazyPart.tsx";

/**
 * Loads the code of edits. Screens with controls that edit in place call it when the browser is
 * idle.
 */
export const loadEdits = () =>
  loadCode(() => import(/* webpackChunkName: "edits" */ "./edits.ts"), 2, 0);
