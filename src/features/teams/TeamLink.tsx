import { UsersRound } from "lucide-react";
import { useSelector } from "react-redux";
import { cx } from "#lib/cx.ts";
import { paths } from "#lib/paths.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Link } from "#ui/Link.tsx";
import classes from "./TeamLink.module.css";
import { useTeamNames } from "./useTeamNames.ts";

interface TeamLinkProps {
  id: string | null;
  /** The name, if it came with the task. */
  known?: string | undefined;
  className?: string | undefined;
  /** -1 where arrow keys move between the elements around it. */
  tabIndex?: -1;
}

/**
 * A task's team, which leads to the team's tasks. On a card it takes the same space before its name
 * arrives, so that nothing moves.
 */
export function TeamLink({ id, ...rest }: TeamLinkProps) {
  // Most cards have no team, and need no names.
  return id === null ? rest.known : <NamedTeam id={id} {...rest} />;
}

function NamedTeam({ id, known, className, tabIndex }: TeamLinkProps & { id: string }) {
  const names = useTeamNames();
  const hasExtensions = useSelector(selectHasExtensions);
  if (!names && !hasExtensions) return known;
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
