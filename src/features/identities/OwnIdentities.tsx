import { useRef, useState } from "react";
import { isNotOffered } from "#api/errors.ts";
import type { OwnIdentity } from "#contract/shapes/signIn.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Button } from "#ui/button/Button.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import layout from "#ui/lists/row.module.css";
import { Card } from "#ui/page/Card.tsx";
import { IdentityRow } from "./IdentityRow.tsx";
import classes from "./identities.module.css";
import { useGetOwnIdentitiesQuery, useUnlinkOwnIdentityMutation } from "./identitiesApi.ts";

const ONLY_WAY_IN =
  "Your only way to sign in, so it can't be unlinked. Set a password first: ask an admin for a reset link.";

/** The providers' accounts that sign in to the user's own, to unlink. Absent for users and on servers without any. */
export function OwnIdentities() {
  const query = useGetOwnIdentitiesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [unlink] = useUnlinkOwnIdentityMutation();
  const [ask, question] = useConfirm();
  const [hasUnlinked, setHasUnlinked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: identities = [], error } = query;
  const hasFailed = error !== undefined && query.data === undefined && !isNotOffered(error);
  if (identities.length === 0 && !hasUnlinked && !hasFailed) return null;

  const askToUnlink = ({ id, email, provider }: OwnIdentity) =>
    ask({
      title: `Unlink ${provider}?`,
      message: (
        <>
          <bdi>{email}</bdi> at <bdi>{provider}</bdi> no longer signs in to your account. Your other
          sessions that began with it end. API tokens and the calendar's address stay.
        </>
      ),
      confirmLabel: "Unlink",
      danger: true,
      async onConfirm() {
        const { error: refusal } = await unlink(id);
        if (refusal) return undefined;
        setHasUnlinked(true);
        // The button that had the focus goes.
        return () => heading.current?.focus();
      },
    });

  return (
    <Card aria-labelledby="identities-heading">
      <h2 id="identities-heading" ref={heading} tabIndex={-1} className={classes.heading}>
        Sign-in Providers
      </h2>
      <p className={classes.note}>
        {identities.length === 0
          ? "No provider signs in to your account."
          : "These accounts at providers sign in to yours."}
      </p>
      {hasFailed && <LoadFailure query={query} title="Failed to load the sign-in providers" />}
      <ul className={layout.rows}>
        {identities.map((identity) => (
          <IdentityRow
            key={identity.id}
            identity={identity}
            note={identity.only_way_in && ONLY_WAY_IN}
          >
            {!identity.only_way_in && (
              <Button
                size="sm"
                aria-label={`Unlink ${identity.provider}, ${identity.email}`}
                onClick={() => askToUnlink(identity)}
              >
                Unlink
              </Button>
            )}
          </IdentityRow>
        ))}
      </ul>
      {question}
    </Card>
  );
}
