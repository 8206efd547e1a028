import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { saveText } from "#features/exports/saveFile.ts";
import { cx } from "#lib/cx.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { Badge } from "#ui/badges/Badge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { useConfirm } from "#ui/dialog/useConfirm.tsx";
import { CopyField } from "#ui/form/CopyField.tsx";
import layout from "#ui/lists/row.module.css";
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

interface Invited {
  email: string;
  address: string;
}

/** A cell in quotes. Spreadsheets take a text that begins with one of these characters for a formula. */
const cell = (text: string) => `"${text.replace(/^[=+\-@]/, "'$&").replaceAll('"', '""')}"`;

const csvOf = (invited: readonly Invited[]) =>
  [["email", "link"], ...invited.map(({ email, address }) => [email, address])]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");

/** The result of each line, and the links, which can't be shown again. */
export function InvitationResults({
  results,
  onClose,
}: {
  results: readonly ShownResult[];
  onClose: () => void;
}) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [ask, question] = useConfirm();
  const made = results.flatMap(({ email, link }) =>
    link ? [{ email, address: link.address, isMailed: link.mail !== null }] : [],
  );
  const isMailed = made.some((one) => one.isMailed);
  const left = made.filter((one) => !one.isMailed && !taken.has(one.address));
  const take = (links: readonly Invited[]) =>
    setTaken((before) => new Set([...before, ...links.map(({ address }) => address)]));
  function close() {
    if (left.length === 0) return onClose();
    ask({
      title: "Close without the links?",
      message: `${countOf(left.length, "link")} ${left.length === 1 ? "was" : "were"} not copied, and can't be shown again. Users, "Open invitations" makes new ones.`,
      confirmLabel: "Close",
      cancelLabel: "Back",
      danger: true,
      onConfirm: onClose,
    });
  }

  return (
    <Dialog
      title="Invitations"
      size="lg"
      onClose={close}
      footer={
        <Button variant="primary" data-autofocus onClick={close}>
          Done
        </Button>
      }
    >
      <div className={classes.stack}>
        <div className={layout.row}>
          <p className={layout.text}>
            {made.length > 0
              ? `${countOf(made.length, "link")} made. Each works once, for 72 hours, and is not shown again.`
              : "No invitation was made."}
            {isMailed && (
              <span>
                {" They are mailed as well; the list of open links shows if a mail fails."}
              </span>
            )}
          </p>
          {made.length > 1 && <TakeAll invited={made} onTaken={() => take(made)} />}
        </div>
        <ul className={cx(layout.rows, classes.results)}>
          {results.map((result, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes
            <Result key={index} result={result} onTaken={take} />
          ))}
        </ul>
      </div>
      {question}
    </Dialog>
  );
}

/** Copies or saves all links. */
function TakeAll({ invited, onTaken }: { invited: readonly Invited[]; onTaken: () => void }) {
  const text = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={classes.actions}>
      <textarea
        ref={text}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        readOnly
        value={invited.map(({ email, address }) => `${email}\t${address}`).join("\n")}
      />
      <CopyButton field={text} label="Copy all" onCopied={onTaken} />
      <Button
        size="sm"
        icon={<Download />}
        onClick={() => {
          saveText("taskdeck-invitations.csv", "text/csv", csvOf(invited));
          onTaken();
        }}
      >
        Download CSV
      </Button>
    </div>
  );
}

function Result({
  result: { line, email, outcome, reason, link },
  onTaken,
}: {
  result: ShownResult;
  onTaken: (links: readonly Invited[]) => void;
}) {
  return (
    <li>
      <div className={classes.who}>
        <bdi className={classes.email}>{email || `Line ${line}`}</bdi>
        <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Badge>
      </div>
      {link ? (
        <CopyField
          aria-label={`Link for ${email}`}
          copyName={`Copy the link for ${email}`}
          value={link.address}
          onCopied={() => onTaken([{ email, address: link.address }])}
        />
      ) : (
        <p className={classes.reason}>
          Line {line}: {reason}
        </p>
      )}
    </li>
  );
}
