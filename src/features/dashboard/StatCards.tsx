import { CircleCheck, CircleDashed, Clock3, Layers, type LucideIcon } from "lucide-react";
import type { DashboardStats } from "#contract/shapes/dashboard.ts";
import type { TaskStatus } from "#contract/task.ts";
import { taskListPath } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { Link } from "#ui/button/Link.tsx";
import card from "#ui/page/Card.module.css";
import classes from "./StatCards.module.css";

interface Stat {
  label: string;
  count: number;
  to: string;
  icon: LucideIcon;
  tone: string | undefined;
}

/** The four totals (§2). Each links to the list of the tasks that it counts. */
export function StatCards({ stats }: { stats: DashboardStats }) {
  const countIn = (status: TaskStatus) =>
    stats.byStatus.find((row) => row.status === status)?.count ?? 0;
  const cards: Stat[] = [
    {
      label: "Total Tasks",
      count: stats.total,
      to: taskListPath({}),
      icon: Layers,
      tone: classes.all,
    },
    {
      label: "In Progress",
      count: countIn("In Progress"),
      to: taskListPath({ status: "In Progress" }),
      icon: CircleDashed,
      tone: classes.progress,
    },
    {
      label: "Completed",
      count: countIn("Done"),
      to: taskListPath({ status: "Done" }),
      icon: CircleCheck,
      tone: classes.done,
    },
    {
      label: "Overdue",
      count: stats.overdue,
      to: taskListPath({ overdue: "true" }),
      icon: Clock3,
      tone: classes.overdue,
    },
  ];
  return (
    <ul className={classes.cards}>
      {cards.map(({ label, count, to, icon: Icon, tone }) => (
        <li key={label}>
          <Link to={to} className={cx(card.card, card.opens, card.rises, classes.card, tone)}>
            <span className={classes.label}>
              <Icon size={16} aria-hidden="true" />
              {label}
            </span>
            <span className={classes.count}>{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
