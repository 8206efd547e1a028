import { loadCode } from "#lib/lazyPart.tsx";

/** Loads the code of edits, which the page of a screen with such controls does when it is idle. */
export const loadEdits = () =>
  loadCode(() => import(/* webpackChunkName: "edits" */ "./edits.ts"), 2, 0);
