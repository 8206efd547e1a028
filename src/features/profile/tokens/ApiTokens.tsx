import { useState } from "react";
import { takeSecret } from "#api/secrets.ts";
import type { ApiToken } from "#contract/shapes/apiToken.ts";
import { formatDay, formatInstant } from "#lib/dates/day.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Badge, type Tone } from "#ui/badges/Badge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { useSecret } from "#ui/dialog/SecretDialog.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import { Card } from "#ui/page/Card.tsx";
import classes from "./ApiTokens.module.css";
import { useGetApiTokensQuery, useRevokeApiTokenMutation } from "./apiTokensApi.ts";
import { NewApiToken } from "./NewApiToken.tsx";

const SCOPE_TONES: Readonly<Record<ApiToken["scope"], Tone>> = {
  read: "grey",
  write: "blue",
  admin: "violet",
};

/** The user's personal API tokens, and the dialogs that create and revoke them. */
export function ApiTokens() {
  const query = useGetApiTokensQuery(undefined, { refetchOnMountOrArgChange: true });
  const [revokeApiToken] = useRevokeApiTokenMutation();
  const [isCreating, setCreating] = useState(false);
  const [showSecret, secret] = useSecret();
  const [ask, question] = useConfirm();
  const { data: tokens = [], error } = query;

  const askToRevoke = ({ id, name }: ApiToken) =>
    ask({
      title: "Revoke this API token?",
      message: (
        <>
          What uses “<bdi>{name}</bdi>” loses its access at once.
        </>
      ),
      confirmLabel: "Revoke",
      danger: true,
      onConfirm: () => void revokeApiToken(id),
    });

  return (
    <Card aria-labelledby="tokens-heading">
      <div className={classes.head}>
        <div>
          <h2 id="tokens-heading">API Tokens</h2>
          <p className={classes.note}>
            For scripts and agents that work in your name. A new password revokes them all.
          </p>
        </div>
        <Button onClick={() => setCreating(true)}>+ New token</Button>
      </div>
      {error && !query.data && <LoadFailure query={query} title="Failed to load the API tokens" />}
      {tokens.length > 0 && (
        <ul className={classes.list}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => askToRevoke(token)} />
          ))}
        </ul>
      )}
      {isCreating && (
        <NewApiToken
          onClose={() => setCreating(false)}
          onCreated={({ id, name }) => {
            setCreating(false);
            showSecret({
              title: `API token “${name}”`,
              label: "API token",
              secret: takeSecret(id),
              text: "Copy the token now. Taskdeck keeps only a hash of it, and can't show it again.",
            });
          }}
        />
      )}
      {secret}
      {question}
    </Card>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, scope, expires_at, last_used_on } = token;
  const [openedAt] = useState(Date.now);
  const hasExpired = new Date(expires_at).getTime() <= openedAt;
  return (
    <li className={classes.token}>
      <div className={classes.what}>
        <p className={classes.name}>
          <bdi>{name}</bdi> <Badge tone={SCOPE_TONES[scope]}>{scope}</Badge>
        </p>
        <p className={classes.note}>
          {hasExpired ? <Badge tone="red">Expired</Badge> : `Expires ${formatInstant(expires_at)}`}
          {" · "}
          {last_used_on ? `last used ${formatDay(last_used_on)}` : "never used"}
        </p>
      </div>
      <Button size="sm" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
