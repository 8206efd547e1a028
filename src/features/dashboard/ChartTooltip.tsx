import { formatCount } from "#lib/formatCount.ts";
import classes from "./ChartTooltip.module.css";

/**
 * What a chart says about the part under the pointer.
 *
 * @param lean where on the chart's width that part is, 0 to 1: near an edge the tooltip leans away
 *   from it, so that it stays on a phone's screen
 */
export function ChartTooltip({
  label,
  count,
  lean = 0.5,
}: {
  label: string;
  count: number;
  lean?: number;
}) {
  return (
    <div className={classes.tooltip} style={{ translate: `${(0.5 - lean) * 100}%` }}>
      {label}
      <strong>{count === 1 ? "1 task" : `${formatCount(count)} tasks`}</strong>
    </div>
  );
}
