import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import type { Faces } from "#features/board/standUp/Faces.tsx";
import { loadCode } from "#lib/lazyPart.tsx";
import { whenPainted } from "#lib/whenIdle.ts";
import type { BoardFilter } from "./BoardFilter.tsx";
import type { BoardFilterChips, FilteredOut } from "./BoardFilterChips.tsx";

interface Parts {
  BoardFilter: typeof BoardFilter;
  Faces: typeof Faces;
  BoardFilterChips: typeof BoardFilterChips;
  FilteredOut: typeof FilteredOut;
}

/** The components of the filters, which load as one chunk. */
async function loadParts(): Promise<Parts> {
  const [bar, chips, faces] = await Promise.all([
    import(/* webpackChunkName: "boardFilter" */ "./BoardFilter.tsx"),
    import(/* webpackChunkName: "boardFilter" */ "./BoardFilterChips.tsx"),
    import(/* webpackChunkName: "boardFilter" */ "#features/board/standUp/Faces.tsx"),
  ]);
  return { ...bar, ...chips, ...faces };
}

/**
 * Fetches the code of the board's filters: after the cards, or at once if the address has filters.
 * The board then waits for it, so that the user never sees cards that the filters leave out.
 */
export function useBoardFilter(isBoardShown: boolean) {
  const isInAddress = useLocation().search.length > 1;
  const [parts, setParts] = useState<Parts | "failed" | null>(null);
  const [filtered, setFiltered] = useState<FilteredBoard | null>(null);
  const isWanted = isBoardShown || isInAddress;
  useEffect(() => {
    if (!isWanted) return;
    const start = isInAddress ? Promise.resolve() : whenPainted();
    start.then(() => loadCode(loadParts)).then(setParts, () => setParts("failed"));
  }, [isWanted, isInAddress]);
  return {
    parts: parts === "failed" ? null : parts,
    isAwaited: isInAddress && parts === null,
    filtered,
    setFiltered,
  };
}
