import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Identity } from "#contract/signIn.ts";
import type { User } from "#contract/user.ts";
import { cx } from "#lib/cx.ts";
import { formatInstant } from "#lib/dates/day.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Badge } from "#ui/badges/Badge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import layout from "#ui/lists/row.module.css";
import classes from "./IdentitiesDialog.module.css";
import {
  useConfirmIdentityMutation,
  useGetIdentitiesQuery,
  useUnlinkIdentityMutation,
} from "./identitiesApi.ts";

/** A change that the admin has yet to confirm. */
interface Question {
  change: "confirm" | "unlink";
  identity: Identity;
}

const LABELS = { confirm: "Confirm", unlink: "Unlink" } as const;

function consequences({ change, identity: { email, provider } }: Question, { name }: User): string {
  return change === "confirm"
    ? `${email} at ${provider} then signs in to ${name}'s account. Because somebody else may have used the account, its sessions, API tokens, calendar feed, reset links and other sign-in providers end. So does a password, unless an invitation or a reset link set it.`
    : `${email} at ${provider} no longer signs in to ${name}'s account. Sessions that began with it end.`;
}

/** A user's accounts at sign-in providers, to confirm in the user's place and to unlink. */
export function IdentitiesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const query = useGetIdentitiesQuery(user.id, { refetchOnMountOrArgChange: true });
  const [confirmIdentity, { isLoading: isConfirming }] = useConfirmIdentityMutation();
  const [unlinkIdentity, { isLoading: isUnlinking }] = useUnlinkIdentityMutation();
  const [asked, setAsked] = useState<Question | null>(null);
  const [endsAccess, setEndsAccess] = useState(true);
  const list = useRef<HTMLUListElement>(null);
  const { data: identities = [] } = query;
  const isWaiting = identities.some(({ confirmed_at }) => confirmed_at === null);

  async function change({ change, identity: { id } }: Question) {
    const one = { userId: user.id, id };
    if (change === "confirm") await confirmIdentity(one);
    else await unlinkIdentity({ ...one, access: endsAccess ? "end" : "keep" });
    // The list can't take the focus while the question is open.
    flushSync(() => setAsked(null));
    // The button that had the focus is gone.
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
                identity={identity}
                onAsk={(change) => setAsked({ change, identity })}
              />
            ))}
          </ul>
        </div>
      </Dialog>
      {asked && (
        <ConfirmDialog
          title={`${LABELS[asked.change]} ${asked.identity.provider}?`}
          message={consequences(asked, user)}
          confirmLabel={LABELS[asked.change]}
          danger
          busy={isConfirming || isUnlinking}
          onConfirm={() => void change(asked)}
          onCancel={() => setAsked(null)}
        >
          {asked.change === "unlink" && (
            <label className={classes.choice}>
              <input
                type="checkbox"
                checked={endsAccess}
                onChange={({ target }) => setEndsAccess(target.checked)}
              />
              Also end all sessions, API tokens, the calendar feed and reset links
            </label>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

function IdentityRow({
  identity: { provider, email, email_verified, created_at, confirmed_at },
  onAsk,
}: {
  identity: Identity;
  onAsk: (change: Question["change"]) => void;
}) {
  return (
    <li className={layout.row}>
      <div className={layout.text}>
        <p className={classes.provider}>
          {provider}
          <Badge tone={email_verified ? "green" : "red"}>
            {email_verified ? "Address verified" : "Address not verified"}
          </Badge>
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
        <Button size="sm" aria-label={`Confirm ${provider}`} onClick={() => onAsk("confirm")}>
          Confirm
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Unlink ${provider}`}
        onClick={() => onAsk("unlink")}
      >
        Unlink
      </Button>
    </li>
  );
}
