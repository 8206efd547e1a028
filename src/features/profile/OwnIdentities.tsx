import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isNotOffered } from "#api/errors.ts";
import type { OwnIdentity } from "#contract/signIn.ts";
import { formatInstant } from "#lib/dates/day.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Badge } from "#ui/badges/Badge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import layout from "#ui/lists/row.module.css";
import { Card } from "#ui/page/Card.tsx";
import classes from "./OwnIdentities.module.css";
import { useGetOwnIdentitiesQuery, useUnlinkOwnIdentityMutation } from "./ownIdentitiesApi.ts";
import profile from "./ProfilePage.module.css";

/** The providers' accounts that sign in to the user's own, to unlink. Absent for users and on servers without any. */
export function OwnIdentities() {
  const query = useGetOwnIdentitiesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [unlink, { isLoading }] = useUnlinkOwnIdentityMutation();
  const [asked, setAsked] = useState<OwnIdentity | null>(null);
  const [hasUnlinked, setHasUnlinked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: identities = [], error } = query;
  const hasFailed = error !== undefined && query.data === undefined && !isNotOffered(error);
  if (identities.length === 0 && !hasUnlinked && !hasFailed) return null;

  async function handleConfirm({ id }: OwnIdentity) {
    const { error: refusal } = await unlink(id);
    // The heading can't take the focus while the question is open.
    flushSync(() => setAsked(null));
    if (refusal) return;
    setHasUnlinked(true);
    // The button that had the focus goes.
    heading.current?.focus();
  }

  return (
    <Card aria-labelledby="identities-heading">
      <h2 id="identities-heading" ref={heading} tabIndex={-1} className={classes.heading}>
        Sign-in Providers
      </h2>
      <p className={profile.note}>
        {identities.length === 0
          ? "No provider signs in to your account."
          : "These accounts at providers sign in to yours."}
      </p>
      {hasFailed && <LoadFailure query={query} title="Failed to load the sign-in providers" />}
      <ul className={layout.rows}>
        {identities.map((identity) => (
          <IdentityRow key={identity.id} identity={identity} onUnlink={() => setAsked(identity)} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={`Unlink ${asked.provider}?`}
          message={`${asked.email} at ${asked.provider} no longer signs in to your account. Your other sessions that began with it end. API tokens and the calendar's address stay.`}
          confirmLabel="Unlink"
          danger
          busy={isLoading}
          onCancel={() => setAsked(null)}
          onConfirm={() => void handleConfirm(asked)}
        />
      )}
    </Card>
  );
}

function IdentityRow({
  identity: { provider, email, created_at, confirmed_at, only_way_in },
  onUnlink,
}: {
  identity: OwnIdentity;
  onUnlink: () => void;
}) {
  const when = confirmed_at === null ? "first tried" : "linked";
  return (
    <li className={layout.row}>
      <div className={layout.text}>
        <p className={classes.provider}>
          <bdi>{provider}</bdi>
          {confirmed_at === null && <Badge tone="amber">Waiting for confirmation</Badge>}
        </p>
        <p className={profile.note}>
          <bdi>{email}</bdi>
          {`, ${when} on ${formatInstant(confirmed_at ?? created_at)}`}
        </p>
        {only_way_in && (
          <p className={profile.note}>
            Your only way to sign in, so it can't be unlinked. Set a password first: ask an admin
            for a reset link.
          </p>
        )}
      </div>
      {!only_way_in && (
        <Button size="sm" aria-label={`Unlink ${provider}, ${email}`} onClick={onUnlink}>
          Unlink
        </Button>
      )}
    </li>
  );
}
