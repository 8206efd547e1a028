import { Pie, type PieCustomLayerProps, type PieTooltipProps, ResponsivePie } from "@nivo/pie";
import { useNavigate } from "react-router-dom";
import type { DashboardStats } from "#contract/shapes/dashboard.ts";
import { taskListPath } from "#lib/address/paths.ts";
import { usePrinting } from "#lib/printing.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { Link } from "#ui/button/Link.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { ChartCard, type ChartFigure } from "./ChartCard.tsx";
import { ChartTooltip } from "./ChartTooltip.tsx";
import { chartSize, chartTheme } from "./chartTheme.ts";
import classes from "./PriorityChart.module.css";

/** Priority colours (§9): Low green, Medium amber, High red, any other grey. */
const COLOURS: Readonly<Record<string, string>> = {
  Low: "var(--tone-green-dot)",
  Medium: "var(--tone-amber-dot)",
  High: "var(--tone-red-dot)",
};

interface Slice {
  id: string;
  value: number;
  to: string;
  color: string;
}

/** The number of tasks of each priority (§2). */
export function PriorityChart({ rows }: { rows: DashboardStats["byPriority"] }) {
  const navigate = useNavigate();
  const isPrinting = usePrinting();
  const Chart = isPrinting ? Pie : ResponsivePie;
  const figures = rows.map(({ priority, count }) => ({
    label: priority,
    count,
    to: taskListPath({ priority }),
  }));
  // A count of 0 has no slice, only a row in the table.
  const slices: Slice[] = figures
    .filter(({ count }) => count > 0)
    .map(({ label, count, to }) => ({
      id: label,
      value: count,
      to,
      color: COLOURS[label] ?? "var(--tone-grey-dot)",
    }));

  return (
    <ChartCard
      title="Task Priority Distribution"
      figures={figures}
      rowHeading="Priority"
      legend={slices.length > 0 && <Legend figures={figures} />}
    >
      {slices.length === 0 ? (
        <EmptyState title="No tasks yet" />
      ) : (
        <Chart
          {...chartSize(isPrinting)}
          data={slices}
          role="presentation"
          theme={chartTheme}
          colors={{ datum: "data.color" }}
          margin={{ top: 8, right: 8, bottom: 8, left: 8 }}
          innerRadius={0.68}
          padAngle={1.5}
          cornerRadius={4}
          activeOuterRadiusOffset={4}
          enableArcLinkLabels={false}
          animate={false}
          layers={["arcs", Sum]}
          onClick={({ data }) => void navigate(data.to)}
          tooltip={SliceTooltip}
        />
      )}
    </ChartCard>
  );
}

/** The total, in the middle of the ring. */
function Sum({ dataWithArc, centerX, centerY }: PieCustomLayerProps<Slice>) {
  const sum = dataWithArc.reduce((total, { value }) => total + value, 0);
  return (
    <g textAnchor="middle" transform={`translate(${centerX}, ${centerY})`}>
      <text y={4} fontSize={26} fontWeight={600} fill="var(--color-text)">
        {formatCount(sum)}
      </text>
      <text y={24} fontSize={12} fill="var(--color-text-muted)">
        {sum === 1 ? "task" : "tasks"}
      </text>
    </g>
  );
}

function Legend({ figures }: { figures: ChartFigure[] }) {
  return (
    <ul className={classes.legend}>
      {figures.map(({ label, count, to }) => (
        <li key={label}>
          <Link to={to} className={classes.entry}>
            <PriorityBadge priority={label} /> {formatCount(count)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SliceTooltip({ datum }: PieTooltipProps<Slice>) {
  return <ChartTooltip label={String(datum.id)} count={datum.value} />;
}
