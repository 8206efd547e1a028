import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useState,
} from "react";
import { useWindowRows } from "#ui/lists/useWindowRows.ts";
import type { RenderTeam } from "./TeamGrid.tsx";

/** An estimate. Rendered rows are measured. */
const ROW_HEIGHT_PX = 130;

interface Tracks {
  columns: number;
  gapPx: number;
}

/** The columns of a grid as the browser has laid it out, and the gap between its rows. */
function tracksOf(list: HTMLElement | null): Tracks {
  const { gridTemplateColumns = "", rowGap = "" } = list ? getComputedStyle(list) : {};
  return {
    columns: gridTemplateColumns.split(" ").filter(Boolean).length || 1,
    gapPx: parseFloat(rowGap) || 0,
  };
}

/** The teams near the window, in a grid that is as high as with all of them. */
export default function VirtualTeams({
  count,
  list,
  grid,
  render,
}: {
  count: number;
  list: RefObject<HTMLUListElement | null>;
  grid: (cards: ReactNode, style: CSSProperties) => ReactNode;
  render: RenderTeam;
}) {
  const [{ columns, gapPx }, setTracks] = useState<Tracks>({ columns: 1, gapPx: 0 });
  useLayoutEffect(() => {
    const measure = () => setTracks(tracksOf(list.current));
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [list]);
  const { rows, before, after, measure } = useWindowRows({
    count: Math.ceil(count / columns),
    estimatePx: ROW_HEIGHT_PX,
    gapPx,
    keyOf: (row) => `${columns} ${row}`,
    list,
  });
  const cards = rows.flatMap((row) =>
    Array.from({ length: columns }, (_, column) =>
      render(row * columns + column, row, column === 0 ? measure : undefined),
    ),
  );
  return grid(cards, { paddingBlock: `${before}px ${after}px` });
}
