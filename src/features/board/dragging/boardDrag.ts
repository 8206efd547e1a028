import { HANDLES, liftableOf } from "#features/board/cards/liftable.ts";
import { loadVirtualCards } from "#features/board/cards/loadVirtualCards.ts";
import type { DragKind } from "#features/dragging/useDragArea.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import type { DragArea } from "./DragArea.tsx";

async function load(): Promise<typeof DragArea | null> {
  const module = await loadCode(
    () => import(/* webpackChunkName: "dragging" */ "./DragArea.tsx"),
    2,
    0,
  ).catch(() => null);
  // The slot of a lifted card has its height from the virtual list.
  await loadVirtualCards();
  return module?.DragArea ?? null;
}

/** Cards between the columns of the board. */
export const BOARD_DRAG: DragKind<typeof DragArea> = {
  load,
  handles: HANDLES,
  liftableOf,
  hasKeys: true,
};
