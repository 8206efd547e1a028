import { type ReactNode, useId } from "react";
import { Link } from "#ui/button/Link.tsx";
import { Card } from "#ui/page/Card.tsx";
import classes from "./ChartCard.module.css";

/** A count in a chart, with the address of the tasks that it counts. */
export interface ChartFigure {
  label: string;
  count: number;
  to: string;
}

/** A chart with its heading, and a table of the same figures. */
export function ChartCard({
  title,
  figures,
  rowHeading,
  legend,
  children,
}: {
  title: string;
  figures: ChartFigure[];
  /** The heading of the table's first column: "Priority", "Day". */
  rowHeading: string;
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
                <th scope="col">{rowHeading}</th>
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
