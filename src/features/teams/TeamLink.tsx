import { UsersRound } from "lucide-react";
import { useSelector } from "react-redux";
import { cx } from "#lib/cx.ts";
import { paths } from "#lib/paths.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Link } from "#ui/Link.tsx";
import classes from "./TeamLink.module.css";
import { useTeamNames } from "./useTeamNames.ts";

/**
 * A task's team, which leads to the team's tasks. On a card it takes the same space before its name
 * arrives, so that nothing moves.
 *
 * @param known the name, if it came with the task
 */
export function TeamLink({
  id,
  known,
  className,
  tabIndex,
}: {
  id: string | null;
  known?: string | undefined;
  className?: string | undefined;
  /** -1 where arrow keys move between the elements around it. */
  tabIndex?: -1;
}) {
  const names = useTeamNames(id !== null);
  const hasExtensions = useSelector(selectHasExtensions);
  if (id === null || (!names && !hasExtensions)) return known;
  const name = names?.[id] ?? known;
  return (
    <span className={cx(classes.team, className)}>
      {name && (
        <Link
          to={paths.teamTasks(id)}
          tabIndex={tabIndex}
          className={classes.link}
          title={`Tasks of ${name}`}
        >
          <UsersRound aria-hidden="true" />
          <span className="visually-hidden">Team </span>
          <span className={classes.name}>{name}</span>
        </Link>
      )}
    </span>
  );
}
