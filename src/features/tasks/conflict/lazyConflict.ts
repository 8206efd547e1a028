import { lazyPart } from "#lib/lazyPart.tsx";

const load = () => import("./TaskConflict.tsx");

/* Seldom needed, so their code comes when it is. */
export const ConflictNotice = lazyPart(async () => ({ default: (await load()).ConflictNotice }));
export const GoneNotice = lazyPart(async () => ({ default: (await load()).GoneNotice }));
export const FieldChoice = lazyPart(async () => ({ default: (await load()).FieldChoice }));
