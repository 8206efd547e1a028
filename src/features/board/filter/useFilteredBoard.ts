import { useState } from "react";
import { useSelector } from "react-redux";
import { useFrozenWhileDragging } from "#features/board/cards/useFrozenWhileDragging.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { selectLanded, selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import { hasFilters } from "#lib/filters/view.ts";
import { selectBoardFilters } from "./boardFiltersSlice.ts";
import { type FilteredBoard, filterBoard } from "./filterBoard.ts";

/** The board, pending moves included, as the filters show it. Null without filters. */
export function useFilteredBoard(today: string): FilteredBoard | null {
  const filters = useSelector(selectBoardFilters);
  const active = hasFilters(filters);
  const board = useFrozenWhileDragging((state: WithChanges) =>
    active ? selectShownBoard(state) : undefined,
  );
  const landed = useSelector(selectLanded);
  const [since, setSince] = useState({ filters, landed });
  const [filtered, setFiltered] = useState<FilteredBoard | null>(null);

  if (since.filters !== filters) setSince({ filters, landed });
  if (!active || !board) {
    if (filtered) setFiltered(null);
    return null;
  }
  const isNew = since.filters === filters && landed !== since.landed;
  const landedId = (isNew && landed?.cardId) || null;
  const isCurrent =
    filtered?.board === board &&
    filtered.filters === filters &&
    filtered.today === today &&
    filtered.landedId === landedId;
  if (isCurrent) return filtered;
  const next = filterBoard({ board, filters, today, landedId }, filtered);
  setFiltered(next);
  return next;
}
