import { useRef } from "react";
import { cx } from "#lib/cx.ts";
import { countOf } from "#lib/formatCount.ts";
import { Badge } from "#ui/Badge.tsx";
import { Button } from "#ui/Button.tsx";
import { CopyButton } from "#ui/CopyButton.tsx";
import { CopyField } from "#ui/CopyField.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import layout from "#ui/row.module.css";
import { TextArea } from "#ui/TextArea.tsx";
import { type ShownLink, withAddress } from "./LinkDialog.tsx";
import classes from "./Links.module.css";
import type { StoredInvitationResult } from "./linksApi.ts";

const OUTCOMES = {
  made: { tone: "green", text: "Invited" },
  exists: { tone: "grey", text: "Has an account" },
  duplicate: { tone: "grey", text: "Duplicate" },
  invalid: { tone: "red", text: "Invalid" },
} as const;

/** The result of one line, with the link's address. */
interface ShownResult extends StoredInvitationResult {
  link: ShownLink | null;
}

export const withAddresses = (results: readonly StoredInvitationResult[]): ShownResult[] =>
  results.map((result) => ({ ...result, link: result.link && withAddress(result.link) }));

/** The result of each line, and the links, which can't be shown again. */
export function InvitationResults({
  results,
  onClose,
}: {
  results: readonly ShownResult[];
  onClose: () => void;
}) {
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
        <ul className={cx(layout.rows, classes.results)}>
          {results.map(({ line, email, outcome, reason, link }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes
            <li key={index}>
              <div className={classes.who}>
                <bdi className={classes.email}>{email || `Line ${line}`}</bdi>
                <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Badge>
              </div>
              {link ? (
                <CopyField
                  aria-label={`Link for ${email}`}
                  copyName={`Copy the link for ${email}`}
                  value={link.address}
                />
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
              value={made.map(({ email, link }) => `${email}\t${link?.address}`).join("\n")}
            />
            <CopyButton field={all} label="Copy all links" />
          </div>
        )}
      </div>
    </Dialog>
  );
}
