import type { Drag } from "./browserDrag.ts";
import type { Load } from "./browserLoads.ts";
import type { Row } from "./table.ts";

const KB = 1_000;
const MB = 1024 * 1024;

/** The figures of a board. */
export interface BoardFigures {
  /** The minimum of each figure over several visits, because other programs only add time. */
  first: Load;
  second: Load;
  heap: number;
  drag: Drag;
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

/** The rows for one number of tasks. */
export function boardRows(tasks: number, { first, second, heap, drag }: BoardFigures): Row[] {
  const row = (what: string, figure: string, target = ""): Row => ({
    what: `${what}, ${tasks} tasks`,
    figure,
    target,
  });
  const ratio = (second.firstCard / first.firstCard).toFixed(2);
  return [
    row("first card", ms(first.firstCard)),
    row("blocked until then", ms(first.blocked)),
    row("JavaScript until then", `${(first.scripts / KB).toFixed(1)} KB`),
    row("first card of a second visit", `${ms(second.firstCard)}: ${ratio} of the first`, "≤ 0.5"),
    row("layout shift", String(Math.max(first.shift, second.shift)), "0"),
    row("longest frame of a lift", ms(drag.lift), "≤ 34 ms"),
    row("frames of a drag, p95", ms(drag.frames)),
    row("drop until the card stands", ms(drag.drop), "≤ 50 ms"),
    row("heap", `${(heap / MB).toFixed(1)} MB`),
  ];
}

/** The first visit with a slow phone. */
export const slowRow = (tasks: number, { firstCard }: Load): Row => ({
  what: `first card, ${tasks} tasks, slow 4G, CPU ÷ 4`,
  figure: ms(firstCard),
  target: "",
});
