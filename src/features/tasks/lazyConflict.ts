import { lazy } from "react";

/** Seldom needed, so it comes when it is; and asked for twice, lest a form should go down with it. */
const load = async () =>
  await import("./TaskConflict.tsx").catch(() => import("./TaskConflict.tsx"));

export const ConflictNotice = lazy(async () => ({
  default: (await load()).ConflictNotice,
}));
export const GoneNotice = lazy(async () => ({ default: (await load()).GoneNotice }));
export const FieldChoice = lazy(async () => ({ default: (await load()).FieldChoice }));
