import { targetIdOf } from "#features/dragging/library.ts";
import { type Liftable, SLOT } from "#features/dragging/slots.ts";
import type { DragKind } from "#features/dragging/useDragArea.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import type { DueDragArea } from "./DueDragArea.tsx";

/** The element of a row that lifts it: its link, which covers it, or most of it. */
export const ROW_HANDLES = "th a, li > a";

/** A row, with its group and its index there. */
function liftableOf(row: HTMLElement): Liftable {
  const group = row.closest<HTMLElement>("section, tbody");
  return {
    id: row.dataset["card"] ?? "",
    status: targetIdOf(row),
    index: group ? [...group.querySelectorAll(SLOT)].indexOf(row) : 0,
  };
}

/** Rows between groups by due date. The keyboard has the picker of the date instead. */
export const DUE_DRAG: DragKind<typeof DueDragArea> = {
  load: async () => {
    const module = await loadCode(
      () => import(/* webpackChunkName: "dueDragging" */ "./DueDragArea.tsx"),
      2,
      0,
    ).catch(() => null);
    return module?.DueDragArea ?? null;
  },
  handles: ROW_HANDLES,
  liftableOf,
  hasKeys: false,
};
