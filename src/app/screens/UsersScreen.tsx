import { Suspense, useState } from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/user.ts";
import { AuditLink } from "#features/audit/AuditLink.tsx";
import { hasProviders } from "#features/auth/signInMeta.ts";
import { ExportEverything } from "#features/exports/ExportEverything.tsx";
import { ImportLink } from "#features/imports/ImportLink.tsx";
import { InviteButton } from "#features/invitations/InviteButton.tsx";
import { startRunListeners } from "#features/jobs/runListeners.ts";
import { UsersPage } from "#features/users/page/UsersPage.tsx";
import { userBulk } from "#features/users/userBulk.ts";
import { startUserBulkListeners } from "#features/users/userBulkListeners.ts";
import { WebhooksLink } from "#features/webhooks/WebhooksLink.tsx";
import { lazyPart } from "#lib/lazyPart.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";

export const storeParts = {
  slices: [userBulk],
  listeners: [startUserBulkListeners, startRunListeners],
};

/** Loaded after the table. */
const OpenLinks = lazyPart(() => import("#features/invitations/OpenLinks.tsx"));
const TeamSelect = lazyPart(() => import("#features/teams/TeamSelect.tsx"));
const NameOfTeam = lazyPart(() => import("#features/teams/NameOfTeam.tsx"));
const ResetLinkDialog = lazyPart(() => import("#features/invitations/ResetLinkDialog.tsx"));

const IdentitiesDialog = lazyPart(() => import("#features/users/identities/IdentitiesDialog.tsx"));

/**
 * User management with a link to the audit log, and with invitations. Features may not import each
 * other, so the app joins them.
 */
export default function UsersScreen() {
  const hasLinks = useSelector(selectHasExtensions);
  const [userToReset, setUserToReset] = useState<User | null>(null);
  const [canLink] = useState(hasProviders);
  const [userWithProviders, setUserWithProviders] = useState<User | null>(null);
  return (
    <>
      <UsersPage
        actions={
          <>
            <ExportEverything />
            <ImportLink />
            <WebhooksLink />
            <AuditLink />
            <InviteButton />
          </>
        }
        openLinks={
          <Suspense fallback={null}>
            <OpenLinks />
          </Suspense>
        }
        TeamSelect={TeamSelect}
        TeamName={NameOfTeam}
        onReset={hasLinks ? setUserToReset : undefined}
        onProviders={canLink ? setUserWithProviders : undefined}
      />
      <Suspense fallback={null}>
        {userToReset && <ResetLinkDialog user={userToReset} onClose={() => setUserToReset(null)} />}
        {userWithProviders && (
          <IdentitiesDialog user={userWithProviders} onClose={() => setUserWithProviders(null)} />
        )}
      </Suspense>
    </>
  );
}
