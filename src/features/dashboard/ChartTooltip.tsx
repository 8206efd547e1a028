import classes from "./ChartTooltip.module.css";

/** What a chart says about the part under the pointer. */
export function ChartTooltip({ label, count }: { label: string; count: number }) {
  return (
    <div className={classes.tooltip}>
      {label}
      <strong>{count === 1 ? "1 task" : `${count} tasks`}</strong>
    </div>
  );
}
