import { Bar, type BarTooltipProps, ResponsiveBar } from "@nivo/bar";
import { useNavigate } from "react-router-dom";
import { DEADLINE_DAYS } from "#contract/dashboard.ts";
import type { DashboardStats } from "#contract/shapes/dashboard.ts";
import { taskListPath } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { formatDay, today } from "#lib/dates/day.ts";
import { usePrinting } from "#lib/printing.ts";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { ChartCard } from "./ChartCard.tsx";
import { ChartTooltip } from "./ChartTooltip.tsx";
import { chartSize, chartTheme } from "./chartTheme.ts";
import classes from "./DeadlinesChart.module.css";
import { type DeadlineBar, daysFrom, wholeTicks } from "./deadlineDays.ts";

/** The number of tasks due on each of the next 14 days (§2). */
export function DeadlinesChart({ rows }: { rows: DashboardStats["deadlines"] }) {
  const navigate = useNavigate();
  const isPrinting = usePrinting();
  const Chart = isPrinting ? Bar : ResponsiveBar;
  const due = rows.filter(({ count }) => count > 0);
  const figures = due.map(({ date, count }) => ({
    label: formatDay(date),
    count,
    to: taskListPath({ due: date }),
  }));
  const bars = daysFrom(today(), DEADLINE_DAYS, due);
  const ticks = wholeTicks(Math.max(0, ...bars.map(({ count }) => count)));

  return (
    <ChartCard title="Upcoming Deadlines (Next 14 Days)" figures={figures} rowHeading="Day">
      {due.length === 0 ? (
        <EmptyState title="No upcoming deadlines" />
      ) : (
        <Chart
          {...chartSize(isPrinting)}
          data={bars}
          indexBy="date"
          keys={["count"]}
          role="presentation"
          theme={chartTheme}
          colors={["var(--color-accent)"]}
          margin={{ top: 36, right: 4, bottom: 44, left: 48 }}
          padding={0.32}
          borderRadius={4}
          enableLabel={false}
          animate={false}
          gridYValues={ticks}
          valueScale={{ type: "linear", min: 0, max: ticks.at(-1) ?? 1 }}
          axisLeft={{
            legend: "Number of Tasks",
            legendPosition: "middle",
            legendOffset: -38,
            tickSize: 0,
            tickPadding: 8,
            tickValues: ticks,
          }}
          axisBottom={{ tickSize: 0, renderTick: DayTick }}
          layers={["grid", "axes", "bars", ChartTitle]}
          onClick={({ data }) => void navigate(taskListPath({ due: data.date }))}
          tooltip={BarTooltip}
        />
      )}
    </ChartCard>
  );
}

/**
 * The day of the month under a bar. Only the first bar and the first day of a month name the month,
 * so that 14 days fit on a phone.
 */
function DayTick({
  x,
  y,
  value,
  tickIndex,
}: {
  x: number;
  y: number;
  value: string;
  tickIndex: number;
}) {
  const [month = "", day = ""] = formatDay(value).split(/[ ,]/);
  return (
    <g transform={`translate(${x}, ${y})`} textAnchor="middle">
      <text
        y={20}
        fontSize={12}
        fill="var(--color-text-muted)"
        className={cx(tickIndex % 2 === 1 && classes.everySecond)}
      >
        {Number(day) || value}
      </text>
      {(tickIndex === 0 || day === "01") && (
        <text y={38} fontSize={12} fontWeight={600} fill="var(--color-text)">
          {month}
        </text>
      )}
    </g>
  );
}

function BarTooltip({ data, index }: BarTooltipProps<DeadlineBar>) {
  const position = Math.min(1, index / (DEADLINE_DAYS - 1));
  return <ChartTooltip label={formatDay(data.date)} count={data.count} position={position} />;
}

function ChartTitle() {
  return (
    <text y={-16} fontSize={12} fontWeight={600} fill="var(--color-text)">
      Tasks Due
    </text>
  );
}
