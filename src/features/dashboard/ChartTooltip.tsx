import { countOf } from "#lib/text/formatCount.ts";
import classes from "./ChartTooltip.module.css";

/**
 * The tooltip of a bar or slice.
 *
 * @param position of the bar in the chart's width, 0 to 1. Near an edge the tooltip moves away from
 *   it, so that it stays on a phone's screen.
 */
export function ChartTooltip({
  label,
  count,
  position = 0.5,
}: {
  label: string;
  count: number;
  position?: number;
}) {
  return (
    <div className={classes.tooltip} style={{ translate: `${(0.5 - position) * 100}%` }}>
      {label}
      <strong>{countOf(count, "task")}</strong>
    </div>
  );
}
