import { Suspense } from "react";
import { usePageTitle } from "#lib/hooks.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { Button } from "#ui/Button.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";
import { Spinner } from "#ui/Spinner.tsx";
import classes from "./DashboardPage.module.css";
import { useGetOverdueQuery, useGetStatsQuery } from "./dashboardApi.ts";
import { OverduePanel } from "./OverduePanel.tsx";
import { StatCards } from "./StatCards.tsx";

// The charting library is larger than the rest of the app: the figures don't wait for it.
const PriorityChart = lazyPart(() => import("./PriorityChart.tsx"));
const DeadlinesChart = lazyPart(() => import("./DeadlinesChart.tsx"));

/** The figures are asked for once, each time the dashboard opens (§7). */
const WHEN_OPENED = { refetchOnMountOrArgChange: true } as const;

/** Totals, overdue tasks and charts (§2, dashboard). */
export default function DashboardPage() {
  usePageTitle("Dashboard");
  const stats = useGetStatsQuery(undefined, WHEN_OPENED);
  const overdue = useGetOverdueQuery(undefined, WHEN_OPENED);
  const loading = stats.isLoading || overdue.isLoading;

  function tryAgain() {
    void stats.refetch();
    void overdue.refetch();
  }

  return (
    <>
      <PageHeader title="Dashboard" subtitle="Manage your tasks and track progress" />
      {loading && <Spinner label="Loading dashboard" />}
      {!loading && !stats.data && (
        <ErrorState
          title="Failed to load dashboard"
          action={
            <Button onClick={tryAgain} busy={stats.isFetching}>
              Try again
            </Button>
          }
        />
      )}
      {!loading && stats.data && (
        <div className={classes.dashboard}>
          <StatCards stats={stats.data} />
          <OverduePanel tasks={overdue.data ?? []} overdue={stats.data.overdue} />
          <div className={classes.charts}>
            {stats.data.byPriority.length > 0 && (
              <Suspense fallback={<div className={classes.waiting} />}>
                <PriorityChart rows={stats.data.byPriority} />
              </Suspense>
            )}
            {stats.data.deadlines.length > 0 && (
              <Suspense fallback={<div className={classes.waiting} />}>
                <DeadlinesChart rows={stats.data.deadlines} />
              </Suspense>
            )}
          </div>
        </div>
      )}
    </>
  );
}
