import { ListChecks, SquareKanban } from "lucide-react";
import { useSelector } from "react-redux";
import type { Team } from "#contract/shapes/team.ts";
import { paths, withFilters } from "#lib/address/paths.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { LinkButton } from "#ui/button/Button.tsx";

/** Leads to a team's tasks, or to its board. It is hidden with a server that can't filter tasks by team. */
export function TeamTasksLink({
  team: { id, name },
  onBoard = false,
  className,
}: {
  team: Team;
  onBoard?: boolean;
  className?: string | undefined;
}) {
  if (!useSelector(selectHasExtensions)) return null;
  return (
    <LinkButton
      to={withFilters(onBoard ? paths.board : paths.tasks, { team: id })}
      size="sm"
      variant="ghost"
      icon={onBoard ? <SquareKanban /> : <ListChecks />}
      className={className}
      aria-label={`${onBoard ? "Board" : "Tasks"} of ${name}`}
    >
      {onBoard ? "Board" : "Tasks"}
    </LinkButton>
  );
}
