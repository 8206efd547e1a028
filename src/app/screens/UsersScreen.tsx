import { useState } from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/shapes/user.ts";
import { hasProviders } from "#features/auth/signInMeta.ts";
import { ExportEverything } from "#features/exports/ExportEverything.tsx";
import { IdentitiesDialog } from "#features/identities/IdentitiesDialog.tsx";
import { InviteButton } from "#features/invitations/InviteDialog.tsx";
import { startLinksListeners } from "#features/invitations/linksApi.ts";
import { OpenLinks } from "#features/invitations/OpenLinks.tsx";
import { ResetLinkDialog } from "#features/invitations/ResetLinkDialog.tsx";
import { startRunListeners } from "#features/runs/runListeners.ts";
import { selectionSlice } from "#features/selection/selectionSlice.ts";
import { TeamSelect } from "#features/teams/TeamSelect.tsx";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { UsersPage } from "#features/users/page/UsersPage.tsx";
import { startUserBulkListeners, userBulk } from "#features/users/userBulk.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";

export const storeParts = {
  slices: [selectionSlice, userBulk],
  listeners: [startUserBulkListeners, startRunListeners, startLinksListeners],
};

/**
 * User management with invitations. Features may not import each other, so the app joins them.
 */
export default function UsersScreen() {
  const hasExtensions = useSelector(selectHasExtensions);
  const [userToReset, setUserToReset] = useState<User | null>(null);
  const [canLink] = useState(hasProviders);
  const [userWithProviders, setUserWithProviders] = useState<User | null>(null);
  return (
    <>
      <UsersPage
        actions={
          <>
            <ExportEverything />
            <InviteButton />
          </>
        }
        openLinks={<OpenLinks />}
        TeamSelect={TeamSelect}
        TeamName={NameOfTeam}
        onReset={hasExtensions ? setUserToReset : undefined}
        onProviders={canLink ? setUserWithProviders : undefined}
      />
      {userToReset && <ResetLinkDialog user={userToReset} onClose={() => setUserToReset(null)} />}
      {userWithProviders && (
        <IdentitiesDialog user={userWithProviders} onClose={() => setUserWithProviders(null)} />
      )}
    </>
  );
}

/** "Team" and the name of a team, such as "Team Design". */
function NameOfTeam({ id }: { id: string }) {
  const name = useTeamNames()?.[id];
  return name ? `Team ${name}` : "One team";
}
