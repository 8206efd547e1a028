import { useRef, useState } from "react";
import type { Identity } from "#contract/signIn.ts";
import type { User } from "#contract/user.ts";
import { cx } from "#lib/cx.ts";
import { formatInstant } from "#lib/day.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Badge } from "#ui/Badge.tsx";
import { Button } from "#ui/Button.tsx";
import { ConfirmDialog } from "#ui/ConfirmDialog.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import layout from "#ui/row.module.css";
import classes from "./IdentitiesDialog.module.css";
import {
  useConfirmIdentityMutation,
  useGetIdentitiesQuery,
  useUnlinkIdentityMutation,
} from "./identitiesApi.ts";
import { startIdentitiesListeners } from "./identitiesListeners.ts";

export const storeParts = { listeners: [startIdentitiesListeners] };

/** A user's accounts at sign-in providers, to confirm in the user's place and to unlink. */
export default function IdentitiesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const query = useGetIdentitiesQuery(user.id, { refetchOnMountOrArgChange: true });
  const [unlinkIdentity, { isLoading: isUnlinking }] = useUnlinkIdentityMutation();
  const [unlinking, setUnlinking] = useState<Identity | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { data: identities = [] } = query;
  const isWaiting = identities.some(({ confirmed_at }) => confirmed_at === null);

  async function unlink({ id }: Identity) {
    await unlinkIdentity({ userId: user.id, id });
    setUnlinking(null);
    // The button that had the focus is gone with its row.
    list.current?.focus();
  }

  return (
    <>
      <Dialog
        title={`Sign-in providers of ${user.name}`}
        onClose={onClose}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <div className={classes.body}>
          <LoadState
            query={query}
            loading="Loading sign-in providers"
            failure="Failed to load the sign-in providers"
          />
          {query.data?.length === 0 && (
            <p className={classes.note}>
              <bdi>{user.name}</bdi> has not signed in with a provider.
            </p>
          )}
          {isWaiting && (
            <p className={classes.note}>
              Confirm an account only if you know that it is <bdi>{user.name}</bdi>'s. It then signs
              in here without a password.
            </p>
          )}
          <ul ref={list} className={cx(layout.rows, classes.list)} tabIndex={-1}>
            {identities.map((identity) => (
              <IdentityRow
                key={identity.id}
                user={user}
                identity={identity}
                onUnlink={() => setUnlinking(identity)}
              />
            ))}
          </ul>
        </div>
      </Dialog>
      {unlinking && (
        <ConfirmDialog
          title={`Unlink ${unlinking.provider}?`}
          message={`${unlinking.email} at ${unlinking.provider} no longer signs in to ${user.name}'s account. Sessions that began with it end.`}
          confirmLabel="Unlink"
          danger
          busy={isUnlinking}
          onConfirm={() => void unlink(unlinking)}
          onCancel={() => setUnlinking(null)}
        />
      )}
    </>
  );
}

function IdentityRow({
  user,
  identity: { id, provider, email, created_at, confirmed_at },
  onUnlink,
}: {
  user: User;
  identity: Identity;
  onUnlink: () => void;
}) {
  const [confirmIdentity, { isLoading }] = useConfirmIdentityMutation();
  return (
    <li className={layout.row}>
      <div className={layout.text}>
        <p className={classes.provider}>
          {provider}
          {confirmed_at === null && <Badge tone="amber">Waiting for confirmation</Badge>}
        </p>
        <p className={classes.note}>
          <bdi>{email}</bdi>
          {confirmed_at === null
            ? `, first tried on ${formatInstant(created_at)}`
            : `, linked on ${formatInstant(confirmed_at)}`}
        </p>
      </div>
      {confirmed_at === null && (
        <Button
          size="sm"
          busy={isLoading}
          aria-label={`Confirm ${provider}`}
          onClick={() => void confirmIdentity({ userId: user.id, id })}
        >
          Confirm
        </Button>
      )}
      <Button size="sm" variant="ghost" aria-label={`Unlink ${provider}`} onClick={onUnlink}>
        Unlink
      </Button>
    </li>
  );
}
