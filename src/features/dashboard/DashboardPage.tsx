import { ListPlus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { DashboardStats } from "#contract/shapes/dashboard.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { paths } from "#lib/address/paths.ts";
import { runCommand } from "#lib/commands/useCommand.ts";
import { usePageTitle, useToday } from "#lib/hooks.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Button, LinkButton } from "#ui/button/Button.tsx";
import { Spinner } from "#ui/button/Spinner.tsx";
import { Card } from "#ui/page/Card.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import classes from "./DashboardPage.module.css";
import { useGetOverdueQuery, useGetStatsQuery } from "./dashboardApi.ts";
import { OverduePanel } from "./OverduePanel.tsx";
import { StatCards } from "./StatCards.tsx";

// The charting library is larger than the rest of the app, so the counts are shown before it loads.
const loadCharts = () => import(/* webpackChunkName: "charts" */ "./charts.ts");
const PriorityChart = lazyPart(async () => ({ default: (await loadCharts()).PriorityChart }));
const DeadlinesChart = lazyPart(async () => ({ default: (await loadCharts()).DeadlinesChart }));

const NONE: readonly TaskSummary[] = [];

/** The dashboard fetches its data once, each time it opens (§7). */
const WHEN_OPENED = { refetchOnMountOrArgChange: true } as const;

/**
 * Totals, overdue tasks and charts (§2, dashboard).
 *
 * @param firstSteps on top on a server without tasks, and on another one if they are known when the
 *   dashboard opens. Otherwise `children` get them, so that nothing moves.
 * @param isWaiting whether the server has yet to say what they are
 * @param hasOwnStart whether they lead to the first task
 * @param children places the charts, and the first steps that are not on top
 */
export function DashboardPage({
  firstSteps,
  isWaiting,
  hasOwnStart,
  children,
}: {
  firstSteps: ReactNode;
  isWaiting: boolean;
  hasOwnStart: boolean;
  children: (charts: ReactNode, firstSteps: ReactNode) => ReactNode;
}) {
  usePageTitle("Dashboard");
  const stats = useGetStatsQuery(undefined, WHEN_OPENED);
  const overdue = useGetOverdueQuery(undefined, WHEN_OPENED);
  // The server counts overdue tasks and deadlines by the day.
  useToday(refetch);
  const isEmpty = stats.data?.total === 0;
  const [place, setPlace] = useState<"top" | "below" | null>(null);
  const isReady = !stats.isLoading && !overdue.isLoading && !(isEmpty && isWaiting);
  if (place === null && isReady) setPlace(isEmpty || firstSteps ? "top" : "below");
  const loading = place === null;

  function refetch() {
    void stats.refetch();
    void overdue.refetch();
  }

  return (
    <>
      <PageHeader title="Dashboard" subtitle="Manage your tasks and track progress" />
      {loading && <Spinner label="Loading dashboard" />}
      {!loading && !stats.data && (
        <LoadFailure query={{ ...stats, refetch }} title="Failed to load dashboard" />
      )}
      {!loading && stats.data && (
        <div className={classes.dashboard}>
          {place === "top" && firstSteps}
          <StatCards stats={stats.data} />
          <OverduePanel
            tasks={overdue.data ?? NONE}
            requestId={overdue.requestId}
            overdue={stats.data.overdue}
          />
          {stats.data.total === 0 && !hasOwnStart && <NoTasks />}
          {children(<Charts stats={stats.data} />, place === "below" && firstSteps)}
        </div>
      )}
    </>
  );
}

function Charts({ stats: { byPriority, deadlines } }: { stats: DashboardStats }) {
  return (
    <div className={classes.charts}>
      {byPriority.length > 0 && (
        <Suspense fallback={<WaitingChart title="Task Priority Distribution" />}>
          <PriorityChart rows={byPriority} />
        </Suspense>
      )}
      {deadlines.length > 0 && (
        <Suspense fallback={<WaitingChart title="Upcoming Deadlines (Next 14 Days)" />}>
          <DeadlinesChart rows={deadlines} />
        </Suspense>
      )}
    </div>
  );
}

/** Leads to the first task, on a dashboard without tasks. */
function NoTasks() {
  return (
    <Card>
      <EmptyState
        icon={<ListPlus />}
        title="Nothing to track yet"
        text="Create your first task to see progress here."
        action={
          <>
            <Button variant="primary" onClick={() => runCommand("newTask")}>
              Create a task
            </Button>
            <LinkButton to={paths.board}>Go to the board</LinkButton>
          </>
        }
      />
    </Card>
  );
}

/** A chart's card while its code loads. */
function WaitingChart({ title }: { title: string }) {
  return (
    <Card className={classes.waiting}>
      <h2>{title}</h2>
      <Skeleton className={classes.figure} />
    </Card>
  );
}
