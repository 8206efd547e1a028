import { Suspense } from "react";
import { AuditLink } from "#features/audit/AuditLink.tsx";
import { UsersPage } from "#features/users/UsersPage.tsx";
import { userBulk } from "#features/users/userBulk.ts";
import { startUserBulkListeners } from "#features/users/userBulkListeners.ts";
import { startUsersListeners } from "#features/users/usersListeners.ts";
import { lazyPart } from "#lib/lazyPart.tsx";

const ExportEverything = lazyPart(() => import("#features/exports/ExportEverything.tsx"));

export const storeParts = {
  slices: [userBulk],
  listeners: [startUsersListeners, startUserBulkListeners],
};

/** User management with a link to the audit log and the full export. Features may not import each other, so the app joins them. */
export default function UsersScreen() {
  const actions = (
    <>
      <Suspense>
        <ExportEverything />
      </Suspense>
      <AuditLink />
    </>
  );
  return <UsersPage auditLink={actions} />;
}
