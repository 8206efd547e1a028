import type { Drag } from "./browserDrag.ts";
import type { Load } from "./browserLoads.ts";
import type { Row } from "./table.ts";

const KB = 1_000;
const MB = 1024 * 1024;

/** The figures of one app's board. */
export interface BoardFigures {
  /** The minimum of each figure over several visits, because other programs only add time. */
  first: Load;
  second: Load;
  heap: number;
  drag: Drag;
}

/** Maximum ratios of Taskdeck to the baseline, by row and number of tasks. */
const RATIOS: Readonly<Record<string, string>> = {
  "first card, 100": "≤ 1.3",
  "first card, 1000": "≤ 0.7",
  "first card, 5000": "≤ 0.35",
  "blocked, 100": "≤ 1.3",
  "scripts, 100": "≤ 1.15",
  "slow, 100": "≤ 1",
};

const ms = (value: number) => `${value.toFixed(0)} ms`;
const kb = (value: number) => `${(value / KB).toFixed(1)} KB`;

function compared(
  what: string,
  [baseline, taskdeck]: [number, number],
  unit: (value: number) => string,
  target = "",
): Row {
  const ratio = (taskdeck / baseline).toFixed(2);
  return { what, figure: `${unit(baseline)}, ${unit(taskdeck)}: ${ratio}`, target };
}

/** The rows for one number of tasks: the baseline's figure, Taskdeck's, and their ratio. */
export function boardRows(tasks: number, baseline: BoardFigures, taskdeck: BoardFigures): Row[] {
  const both = (pick: (figures: BoardFigures) => number): [number, number] => [
    pick(baseline),
    pick(taskdeck),
  ];
  const row = (
    what: string,
    pick: (figures: BoardFigures) => number,
    unit = ms,
    target = RATIOS[`${what}, ${tasks}`],
  ) => compared(`${what}, ${tasks} tasks`, both(pick), unit, target);
  const { first, second } = taskdeck;
  return [
    row("first card", (one) => one.first.firstCard),
    row("blocked until then", (one) => one.first.blocked, ms, RATIOS[`blocked, ${tasks}`]),
    row("JavaScript until then", (one) => one.first.scripts, kb, RATIOS[`scripts, ${tasks}`]),
    {
      what: `first card of a second visit, ${tasks} tasks`,
      figure: `${ms(second.firstCard)}: ${(second.firstCard / first.firstCard).toFixed(2)} of the first`,
      target: "≤ 0.5",
    },
    {
      what: `layout shift, ${tasks} tasks`,
      figure: String(Math.max(first.shift, second.shift)),
      target: "0",
    },
    row("longest frame of a lift", (one) => one.drag.lift, ms, "≤ 34 ms"),
    row("frames of a drag, p95", (one) => one.drag.frames),
    row("drop until the card stands", (one) => one.drag.drop, ms, "≤ 50 ms"),
    row(
      "heap",
      (one) => one.heap,
      (bytes) => `${(bytes / MB).toFixed(1)} MB`,
    ),
  ];
}

/** The first visit with a slow phone. */
export function slowRow(tasks: number, baseline: Load, taskdeck: Load): Row {
  return compared(
    `first card, ${tasks} tasks, slow 4G, CPU ÷ 4`,
    [baseline.firstCard, taskdeck.firstCard],
    ms,
    RATIOS[`slow, ${tasks}`],
  );
}
