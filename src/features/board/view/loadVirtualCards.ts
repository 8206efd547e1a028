import { loadCode } from "#lib/lazyPart.tsx";
import type * as virtualCardsCode from "./virtualCards.ts";

/** The pause before each attempt doubles, so that they last for some minutes. */
const ATTEMPTS = 12;

type Code = typeof virtualCardsCode;

let code: Code | null = null;

/** The code of virtual lists, if it has loaded. */
export const virtualCards = (): Code | null => code;

/** Loads the code of virtual lists. Without it, long columns show only their first cards. */
export async function loadVirtualCards(): Promise<void> {
  code ??= await loadCode(
    () => import(/* webpackChunkName: "virtualCards" */ "./virtualCards.ts"),
    ATTEMPTS,
  ).catch(() => null);
}
