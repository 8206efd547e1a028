import type { Drag } from "./browserDrag.ts";
import type { Row } from "./table.ts";

/** Tasks of the boards that are measured. */
export const SIZES = [100, 1_000, 5_000] as const;
const KB = 1024;

/** What a board of one size takes; times in milliseconds, at full speed and at a quarter of it. */
export interface Board {
  firstCard: number;
  firstCardSlow: number;
  heap: number;
  drag: Drag;
  dragSlow: Drag;
}

/** The figures beside what they should be. */
export function browserRows(
  bytes: { login: number; kanban: number },
  boards: ReadonlyMap<number, Board>,
): Row[] {
  const figure = (size: number, pick: (board: Board) => number): number => {
    const board = boards.get(size);
    return board ? pick(board) : Number.NaN;
  };
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const times = (size: number, pick: (board: Board) => number) =>
    `${ms(figure(size, pick))} = ${(figure(size, pick) / figure(100, pick)).toFixed(2)} ×`;
  const kb = (value: number) => `${(value / KB).toFixed(1)} KB`;
  return [
    { what: "initial JavaScript, /login (Brotli)", figure: kb(bytes.login), target: "≤ 90 KB" },
    { what: "initial JavaScript, /kanban (Brotli)", figure: kb(bytes.kanban), target: "≤ 110 KB" },
    { what: "first card, 100 tasks", figure: ms(figure(100, (b) => b.firstCard)), target: "" },
    {
      what: "first card, 1,000 tasks",
      figure: times(1_000, (b) => b.firstCard),
      target: "≤ 1.3 ×",
    },
    { what: "first card, 5,000 tasks", figure: times(5_000, (b) => b.firstCard), target: "≤ 2 ×" },
    {
      what: "first card, 100 tasks, CPU ÷ 4",
      figure: ms(figure(100, (b) => b.firstCardSlow)),
      target: "",
    },
    {
      what: "first card, 1,000 tasks, CPU ÷ 4",
      figure: times(1_000, (b) => b.firstCardSlow),
      target: "≤ 1.3 ×",
    },
    {
      what: "first card, 5,000 tasks, CPU ÷ 4",
      figure: times(5_000, (b) => b.firstCardSlow),
      target: "≤ 2 ×",
    },
    ...SIZES.flatMap((size) => [
      {
        what: `longest frame of a lift, ${size} tasks (CPU ÷ 4)`,
        figure: `${ms(figure(size, (b) => b.drag.lift))} (${ms(figure(size, (b) => b.dragSlow.lift))})`,
        target: size === 1_000 ? "≤ 34 ms" : "",
      },
      {
        what: `frames of a drag, p95, ${size} tasks (CPU ÷ 4)`,
        figure: `${ms(figure(size, (b) => b.drag.frames))} (${ms(figure(size, (b) => b.dragSlow.frames))})`,
        target: size === 5_000 ? "≤ 16.8 ms" : "",
      },
      {
        what: `drop until the card stands, ${size} tasks (CPU ÷ 4)`,
        figure: `${ms(figure(size, (b) => b.drag.drop))} (${ms(figure(size, (b) => b.dragSlow.drop))})`,
        target: "≤ 50 ms",
      },
      {
        what: `heap, ${size} tasks`,
        figure: `${(figure(size, (b) => b.heap) / KB / KB).toFixed(1)} MB`,
        target: size === 5_000 ? "≤ 30 MB" : "",
      },
    ]),
  ];
}
