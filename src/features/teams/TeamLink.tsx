import { UsersRound } from "lucide-react";
import { useSelector } from "react-redux";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { initials } from "#lib/text/initials.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Link } from "#ui/button/Link.tsx";
import classes from "./TeamLink.module.css";
import { useTeamNames } from "./useTeamNames.ts";

interface TeamLinkProps {
  id: string | null;
  /** The name, if it came with the task. */
  known?: string | undefined;
  className?: string | undefined;
  /** -1 where arrow keys move between the elements around it. */
  tabIndex?: -1;
  /** Whether only the initials show, with the name as the tooltip. */
  short?: boolean;
}

/**
 * A task's team, which leads to the team's tasks. On a card it takes the same space before its name
 * arrives, so that nothing moves.
 */
export function TeamLink({ id, ...rest }: TeamLinkProps) {
  // Most cards have no team, and need no names.
  return id === null ? rest.known : <NamedTeam id={id} {...rest} />;
}

function NamedTeam({
  id,
  known,
  className,
  tabIndex,
  short = false,
}: TeamLinkProps & { id: string }) {
  const names = useTeamNames();
  const hasExtensions = useSelector(selectHasExtensions);
  if (!names && !hasExtensions) return known;
  const name = names?.[id] ?? known;
  return (
    <span className={cx(short ? classes.short : classes.team, className)}>
      {name && (
        <Link
          to={paths.teamTasks(id)}
          tabIndex={tabIndex}
          className={classes.link}
          title={short ? `Team ${name}` : `Tasks of ${name}`}
        >
          <span className="visually-hidden">Team {short && name}</span>
          {short ? (
            <span className={classes.initials} aria-hidden="true">
              {initials(name.replace(/[^\p{L}\p{N}\s]/gu, ""))}
            </span>
          ) : (
            <>
              <UsersRound aria-hidden="true" />
              <span dir="auto" className={classes.name}>
                {name}
              </span>
            </>
          )}
        </Link>
      )}
    </span>
  );
}
