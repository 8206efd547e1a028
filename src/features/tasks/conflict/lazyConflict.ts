import { lazyPart } from "#lib/lazyPart.tsx";

const load = () => import("./TaskConflict.tsx");

/* Conflicts are rare, so their code is loaded on demand. */
export const ConflictNotice = lazyPart(async () => ({ default: (await load()).ConflictNotice }));
export const GoneNotice = lazyPart(async () => ({ default: (await load()).GoneNotice }));
export const FieldChoice = lazyPart(async () => ({ default: (await load()).FieldChoice }));
