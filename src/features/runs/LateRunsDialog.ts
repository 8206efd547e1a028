import { lazyPart } from "#lib/lazyPart.tsx";

/** `RunsDialog`, which loads when it opens: its relative times need Luxon, which is large. */
export const LateRunsDialog = lazyPart(async () => ({
  default: (await import(/* webpackChunkName: "runs" */ "./RunsDialog.tsx")).RunsDialog,
}));
