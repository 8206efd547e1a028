import { useEffect, useRef, useState } from "react";
import { countOf } from "#lib/formatCount.ts";
import { Badge } from "#ui/Badge.tsx";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { CopyButton, LinkAddress } from "./CopyText.tsx";
import classes from "./Links.module.css";
import type { Invited } from "./linksApi.ts";
import { addressOfLink, forgetLinks } from "./linkVault.ts";

const OUTCOMES = {
  made: { tone: "green", text: "Invited" },
  exists: { tone: "grey", text: "Has an account" },
  duplicate: { tone: "grey", text: "Duplicate" },
  invalid: { tone: "red", text: "Invalid" },
} as const;

/** What became of each line, and the links, which can't be shown again. */
export function InvitationResults({
  results,
  onClose,
}: {
  results: readonly Invited[];
  onClose: () => void;
}) {
  const [addresses] = useState(
    () => new Map(results.map(({ link }) => [link?.id, link ? addressOfLink(link.id) : ""])),
  );
  useEffect(() => forgetLinks, []);
  const all = useRef<HTMLTextAreaElement>(null);
  const made = results.filter(({ link }) => link !== null);
  const isMailed = made.some(({ link }) => link?.mail !== null);
  return (
    <Dialog
      title="Invitations"
      size="lg"
      onClose={onClose}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={classes.stack}>
        <p>
          {made.length > 0
            ? `${countOf(made.length, "link")} made. Each works once, for 72 hours, and is not shown again.`
            : "No invitation was made."}
          {isMailed && " They are mailed as well; the list of open links shows if a mail fails."}
        </p>
        <ul className={classes.results}>
          {results.map(({ line, email, outcome, reason, link }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes
            <li key={index}>
              <div className={classes.who}>
                <bdi className={classes.email}>{email || `Line ${line}`}</bdi>
                <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Badge>
              </div>
              {link ? (
                <LinkAddress address={addresses.get(link.id) ?? ""} of={email} />
              ) : (
                <p className={classes.reason}>
                  Line {line}: {reason}
                </p>
              )}
            </li>
          ))}
        </ul>
        {made.length > 1 && (
          <div className={classes.stack}>
            <TextArea
              ref={all}
              rows={3}
              aria-label="All links as text"
              className={classes.all}
              readOnly
              value={made
                .map(({ email, link }) => `${email}\t${addresses.get(link?.id) ?? ""}`)
                .join("\n")}
            />
            <CopyButton field={all} label="Copy all links" />
          </div>
        )}
      </div>
    </Dialog>
  );
}
