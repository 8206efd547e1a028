import { ListChecks } from "lucide-react";
import { useSelector } from "react-redux";
import type { Team } from "#contract/shapes/team.ts";
import { paths } from "#lib/address/paths.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { LinkButton } from "#ui/button/Button.tsx";

/** Leads to a team's tasks. It is hidden with a server that can't filter tasks by team. */
export function TeamTasksLink({
  team: { id, name },
  className,
}: {
  team: Team;
  className?: string | undefined;
}) {
  if (!useSelector(selectHasExtensions)) return null;
  return (
    <LinkButton
      to={paths.teamTasks(id)}
      size="sm"
      variant="ghost"
      icon={<ListChecks />}
      className={className}
      aria-label={`Tasks of ${name}`}
    >
      Tasks
    </LinkButton>
  );
}
