import type { ReactNode } from "react";
import type { Identity } from "#contract/shapes/signIn.ts";
import { formatInstant } from "#lib/dates/day.ts";
import { Badge } from "#ui/badges/Badge.tsx";
import layout from "#ui/lists/row.module.css";
import classes from "./identities.module.css";

/** An account at a sign-in provider, and its buttons. */
export function IdentityRow({
  identity: { provider, email, created_at, confirmed_at },
  badge,
  note,
  children,
}: {
  identity: Pick<Identity, "provider" | "email" | "created_at" | "confirmed_at">;
  badge?: ReactNode;
  note?: string | false;
  children: ReactNode;
}) {
  const when = confirmed_at === null ? "first tried" : "linked";
  return (
    <li className={layout.row}>
      <div className={layout.text}>
        <p className={classes.provider}>
          <bdi>{provider}</bdi>
          {badge}
          {confirmed_at === null && <Badge tone="amber">Waiting for confirmation</Badge>}
        </p>
        <p className={classes.note}>
          <bdi>{email}</bdi>
          {`, ${when} on ${formatInstant(confirmed_at ?? created_at)}`}
        </p>
        {note && <p className={classes.note}>{note}</p>}
      </div>
      {children}
    </li>
  );
}
