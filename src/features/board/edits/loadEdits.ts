import { loadCode } from "#lib/lazyPart.tsx";

/** Loads the code of edits. Screens with such controls call it when they are idle. */
export const loadEdits = () =>
  loadCode(() => import(/* webpackChunkName: "edits" */ "./edits.ts"), 2, 0);
