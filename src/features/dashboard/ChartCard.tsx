import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { Card } from "#ui/Card.tsx";
import classes from "./ChartCard.module.css";

/** One figure of a chart, in words: what it counts, how many, and where those tasks are listed. */
export interface ChartFigure {
  label: string;
  count: number;
  to: string;
}

/** A chart with its heading, and the same figures as a table that anybody can open. */
export function ChartCard({
  title,
  figures,
  what,
  legend,
  children,
}: {
  title: string;
  figures: ChartFigure[];
  /** What a row of the table is: "Priority", "Day". */
  what: string;
  /** What the chart's colours stand for, below it. */
  legend?: ReactNode;
  children: ReactNode;
}) {
  const headingId = useId();
  const spoken = figures.map(({ label, count }) => `${label} ${count}`).join(", ") || "none";
  return (
    <Card aria-labelledby={headingId} className={classes.card}>
      <h2 id={headingId}>{title}</h2>
      <div className={classes.body}>
        <figure aria-label={`${title}: ${spoken}`} className={classes.chart}>
          {children}
        </figure>
        {legend}
      </div>
      {figures.length > 0 && (
        <details className={classes.details}>
          <summary>Show as table</summary>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{what}</th>
                <th scope="col">Tasks</th>
              </tr>
            </thead>
            <tbody>
              {figures.map(({ label, count, to }) => (
                <tr key={label}>
                  <th scope="row">
                    <Link to={to}>{label}</Link>
                  </th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </Card>
  );
}
