import { UsersRound } from "lucide-react";
import { useState } from "react";
import type { Team } from "#contract/shapes/team.ts";
import { useGetTeamsQuery } from "#features/teams/teamsApi.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { useResume } from "#session/useDraft.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Button } from "#ui/button/Button.tsx";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { CreateTeamDialog } from "./CreateTeamDialog.tsx";
import { TeamDialog } from "./TeamDialog.tsx";
import { TeamGrid } from "./TeamGrid.tsx";

/** The drafts of `AddMemberDialog`, one for each team. */
const MEMBER_DRAFTS = /^member:/;

/** The teams, for admins (§2). */
export function TeamsPage() {
  usePageTitle("Teams");
  const query = useGetTeamsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: teams } = query;
  const [creating, setCreating] = useState(false);
  const [openTeam, setOpenTeam] = useState<Team | null>(null);
  const [startsAdding, setStartsAdding] = useState(false);
  useResume("team:new", () => setCreating(true));
  useResume(teams && MEMBER_DRAFTS, (form) => {
    const team = teams?.find(({ id }) => form === `member:${id}`);
    if (!team) return;
    setStartsAdding(true);
    setOpenTeam(team);
  });

  function closeTeam() {
    setOpenTeam(null);
    setStartsAdding(false);
  }

  return (
    <>
      <PageHeader
        title="Team Management"
        actions={
          <Button variant="primary" onClick={() => setCreating(true)}>
            + Create Team
          </Button>
        }
      />
      <LoadState query={query} loading="Loading teams" failure="Failed to fetch teams" />
      {teams?.length === 0 && (
        <EmptyState
          icon={<UsersRound />}
          title="No teams yet"
          text="A team groups the people whose tasks belong together."
          action={<Button onClick={() => setCreating(true)}>Create your first team</Button>}
        />
      )}
      {teams && teams.length > 0 && <TeamGrid teams={teams} onOpen={setOpenTeam} />}
      {creating && <CreateTeamDialog onClose={() => setCreating(false)} />}
      {openTeam && <TeamDialog team={openTeam} startsAdding={startsAdding} onClose={closeTeam} />}
    </>
  );
}
