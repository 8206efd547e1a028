import type { RunResult, UserRunItem } from "#contract/userRun.ts";
import { paths, withFilters } from "#lib/paths.ts";
import { Badge, type Tone } from "#ui/Badge.tsx";
import { Link } from "#ui/Link.tsx";
import classes from "./RunItems.module.css";

export const RESULTS: Readonly<Record<RunResult, { label: string; tone: Tone }>> = {
  waiting: { label: "Not attempted", tone: "grey" },
  done: { label: "Done", tone: "green" },
  unchanged: { label: "Already so", tone: "grey" },
  left_out: { label: "Left out", tone: "amber" },
  refused: { label: "Refused", tone: "red" },
  undone: { label: "Undone", tone: "blue" },
  kept: { label: "Not undone", tone: "amber" },
};

/** A user of a bulk action, with the result and its reason. */
export function RunItem({
  item: {
    user: { name, email },
    result,
    reason,
  },
  hasLink,
}: {
  item: UserRunItem;
  hasLink: boolean;
}) {
  const { label, tone } = RESULTS[result];
  const shown = <bdi>{name || "A deleted user"}</bdi>;
  return (
    <li tabIndex={-1} className={classes.item}>
      <span className={classes.user}>
        {hasLink && name ? (
          <Link
            to={withFilters(paths.users, { search: email || name })}
            className={classes.name}
            title={`${name} in the list of users`}
          >
            {shown}
          </Link>
        ) : (
          shown
        )}{" "}
        {email && <span className={classes.address}>{email}</span>}
      </span>
      {reason && <span className={classes.reason}>{reason}</span>}
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
}
