import { useState } from "react";
import { useSelector } from "react-redux";
import { pollWhile } from "#api/pollWhile.ts";
import type { OpenLink } from "#contract/shapes/link.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Badge } from "#ui/badges/Badge.tsx";
import { RoleBadge } from "#ui/badges/RoleBadge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import layout from "#ui/lists/row.module.css";
import { LinkDialog, type ShownLink, withAddress } from "./LinkDialog.tsx";
import classes from "./Links.module.css";
import {
  linksApi,
  useGetLinksQuery,
  useRenewLinkMutation,
  useRevokeLinkMutation,
} from "./linksApi.ts";

/** The time in ms between two requests while a mail is being sent. */
const MAIL_POLL_MS = 3_000;

/** The invitations and reset links that can still be used. Renders nothing if there are none. */
export function OpenLinks() {
  const isOurs = useSelector(selectHasExtensions);
  const { data: known } = linksApi.endpoints.getLinks.useQueryState();
  const isWaiting = known?.some(({ mail }) => mail === "waiting");
  const { data: links = [] } = useGetLinksQuery(undefined, {
    skip: !isOurs,
    refetchOnMountOrArgChange: true,
    ...pollWhile(isWaiting, MAIL_POLL_MS),
  });
  const [ask, question] = useConfirm();
  const [renewed, setRenewed] = useState<ShownLink | null>(null);
  const [revokeLink] = useRevokeLinkMutation();

  const askToRevoke = ({ id, name, email }: OpenLink) =>
    ask({
      title: "Revoke link",
      message: (
        <>
          The link for <bdi>{name || email}</bdi> stops working.
        </>
      ),
      confirmLabel: "Revoke",
      danger: true,
      onConfirm: async () => void (await revokeLink(id)),
    });

  return (
    <>
      {links.length > 0 && (
        <details className={classes.section}>
          <summary>Open invitations and reset links ({links.length})</summary>
          <ul className={layout.rows}>
            {links.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                onRenewed={setRenewed}
                onRevoke={() => askToRevoke(link)}
              />
            ))}
          </ul>
        </details>
      )}
      {question}
      {renewed && <LinkDialog key={renewed.id} link={renewed} onClose={() => setRenewed(null)} />}
    </>
  );
}

const MAILS = {
  waiting: { tone: "grey", text: "Sending the mail…" },
  sent: { tone: "green", text: "Mailed" },
  failed: { tone: "red", text: "The mail could not be sent: make a new link and copy it" },
} as const;

function LinkRow({
  link,
  onRenewed,
  onRevoke,
}: {
  link: OpenLink;
  onRenewed: (link: ShownLink) => void;
  onRevoke: () => void;
}) {
  const [renewLink, { isLoading }] = useRenewLinkMutation();
  const who = link.name || link.email;
  const mail = link.mail && MAILS[link.mail];

  async function renew() {
    const { data } = await renewLink(link.id);
    if (data) onRenewed(withAddress(data));
  }

  return (
    <li className={layout.row}>
      <div className={layout.text}>
        <div className={classes.who}>
          <bdi className={classes.email}>{link.email}</bdi>
          {link.role ? <RoleBadge role={link.role} /> : <Badge tone="blue">Password reset</Badge>}
          {mail && <Badge tone={mail.tone}>{mail.text}</Badge>}
        </div>
        <p className={classes.reason}>
          {link.made_by ? (
            <>
              By <bdi>{link.made_by}</bdi>
            </>
          ) : (
            "Asked for by the user"
          )}
          , until {formatInstantFull(link.expires_at)}
          {link.teams.length > 0 && (
            <span>
              {" · "}
              <bdi>{link.teams.map(({ name }) => name).join(", ")}</bdi>
            </span>
          )}
        </p>
      </div>
      <Button
        size="sm"
        busy={isLoading}
        aria-label={`New link for ${who}`}
        onClick={() => void renew()}
      >
        New link
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Revoke the link for ${who}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}
