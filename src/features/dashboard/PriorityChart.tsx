import { type PieTooltipProps, ResponsivePie } from "@nivo/pie";
import { useNavigate } from "react-router-dom";
import type { DashboardStats } from "#contract/dashboard.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { ChartCard } from "./ChartCard.tsx";
import { ChartTooltip } from "./ChartTooltip.tsx";
import { chartTheme } from "./chartTheme.ts";
import { filteredTasks } from "./links.ts";

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

/** How the tasks spread over the priorities (§2). */
export default function PriorityChart({ rows }: { rows: DashboardStats["byPriority"] }) {
  const navigate = useNavigate();
  const figures = rows.map(({ priority, count }) => ({
    label: priority,
    count,
    to: filteredTasks({ priority }),
  }));
  // A slice of nothing has no shape, only a place in the table.
  const slices: Slice[] = figures
    .filter(({ count }) => count > 0)
    .map(({ label, count, to }) => ({
      id: label,
      value: count,
      to,
      color: COLOURS[label] ?? "var(--tone-grey-dot)",
    }));

  return (
    <ChartCard title="Task Priority Distribution" figures={figures} what="Priority">
      {slices.length === 0 ? (
        <EmptyState title="No tasks yet" />
      ) : (
        <ResponsivePie
          data={slices}
          role="presentation"
          theme={chartTheme}
          colors={{ datum: "data.color" }}
          margin={{ top: 16, right: 16, bottom: 48, left: 16 }}
          innerRadius={0.62}
          padAngle={1.5}
          cornerRadius={4}
          activeOuterRadiusOffset={4}
          enableArcLinkLabels={false}
          enableArcLabels={false}
          animate={false}
          onClick={({ data }) => void navigate(data.to)}
          tooltip={SliceTooltip}
          legends={[
            {
              anchor: "bottom",
              direction: "row",
              translateY: 40,
              itemWidth: 84,
              itemHeight: 20,
              symbolSize: 10,
              symbolShape: "circle",
              itemTextColor: "var(--color-text-muted)",
            },
          ]}
        />
      )}
    </ChartCard>
  );
}

function SliceTooltip({ datum }: PieTooltipProps<Slice>) {
  return <ChartTooltip label={String(datum.id)} count={datum.value} />;
}
