import { useRef } from "react";
import type { Identity } from "#contract/shapes/signIn.ts";
import type { User } from "#contract/shapes/user.ts";
import { cx } from "#lib/cx.ts";
import { LoadState } from "#sync/connection/LoadState.tsx";
import { Badge } from "#ui/badges/Badge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import layout from "#ui/lists/row.module.css";
import { IdentityRow } from "./IdentityRow.tsx";
import classes from "./identities.module.css";
import {
  useConfirmIdentityMutation,
  useGetIdentitiesQuery,
  useUnlinkIdentityMutation,
} from "./identitiesApi.ts";

/** A user's accounts at sign-in providers, to confirm in the user's place and to unlink. */
export function IdentitiesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const query = useGetIdentitiesQuery(user.id, { refetchOnMountOrArgChange: true });
  const list = useRef<HTMLUListElement>(null);
  const { data: identities = [] } = query;
  const isWaiting = identities.some(({ confirmed_at }) => confirmed_at === null);
  // The button that had the focus is gone.
  const questions = useQuestions(user, () => list.current?.focus());

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
              <UserIdentity
                key={identity.id}
                identity={identity}
                onConfirm={() => questions.askToConfirm(identity)}
                onUnlink={() => questions.askToUnlink(identity)}
              />
            ))}
          </ul>
        </div>
      </Dialog>
      {questions.question}
    </>
  );
}

/** The questions before a change, and what happens `afterwards`. */
function useQuestions(user: User, afterwards: () => void) {
  const [confirmIdentity] = useConfirmIdentityMutation();
  const [unlinkIdentity] = useUnlinkIdentityMutation();
  const [ask, question] = useConfirm();

  const askToConfirm = ({ id, email, provider }: Identity) =>
    ask({
      title: `Confirm ${provider}?`,
      message: (
        <>
          <bdi>{email}</bdi> at <bdi>{provider}</bdi> then signs in to <bdi>{user.name}</bdi>'s
          account. Because somebody else may have used the account, its sessions, API tokens,
          calendar feed, reset links and other sign-in providers end. So does a password, unless an
          invitation or a reset link set it.
        </>
      ),
      confirmLabel: "Confirm",
      danger: true,
      async onConfirm() {
        await confirmIdentity({ userId: user.id, id });
        return afterwards;
      },
    });

  function askToUnlink({ id, email, provider }: Identity) {
    let endsAccess = true;
    ask({
      title: `Unlink ${provider}?`,
      message: (
        <>
          <bdi>{email}</bdi> at <bdi>{provider}</bdi> no longer signs in to <bdi>{user.name}</bdi>'s
          account. Sessions that began with it end.
        </>
      ),
      confirmLabel: "Unlink",
      danger: true,
      children: (
        <label className={classes.choice}>
          <input
            type="checkbox"
            defaultChecked
            onChange={({ target }) => {
              endsAccess = target.checked;
            }}
          />
          Also end all sessions, API tokens, the calendar feed and reset links
        </label>
      ),
      async onConfirm() {
        await unlinkIdentity({ userId: user.id, id, access: endsAccess ? "end" : "keep" });
        return afterwards;
      },
    });
  }

  return { askToConfirm, askToUnlink, question };
}

function UserIdentity({
  identity,
  onConfirm,
  onUnlink,
}: {
  identity: Identity;
  onConfirm: () => void;
  onUnlink: () => void;
}) {
  const { provider, email_verified, confirmed_at } = identity;
  const badge = (
    <Badge tone={email_verified ? "green" : "red"}>
      {email_verified ? "Address verified" : "Address not verified"}
    </Badge>
  );
  return (
    <IdentityRow identity={identity} badge={badge}>
      {confirmed_at === null && (
        <Button size="sm" aria-label={`Confirm ${provider}`} onClick={onConfirm}>
          Confirm
        </Button>
      )}
      <Button size="sm" variant="ghost" aria-label={`Unlink ${provider}`} onClick={onUnlink}>
        Unlink
      </Button>
    </IdentityRow>
  );
}
