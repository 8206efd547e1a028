import { LASTING_ATTEMPTS, loadCode } from "#lib/lazyPart.tsx";
import type * as virtualCardsCode from "./virtualCards.ts";

type Code = typeof virtualCardsCode;

let code: Code | null = null;

/** The code of virtual lists, if it has loaded. */
export const virtualCards = (): Code | null => code;

/** Loads the code of virtual lists. Without it, long columns show only their first cards. */
export async function loadVirtualCards(): Promise<void> {
  code ??= await loadCode(
    () => import(/* webpackChunkName: "virtualCards" */ "./virtualCards.ts"),
    LASTING_ATTEMPTS,
  ).catch(() => null);
}
