import type { Deps } from "#server/deps.ts";
import type { Mail, Mailer } from "#server/mail/mailer.ts";
import { type NewLink, pathOfLink, setMailState } from "./queries.ts";

/** The mail with a link. Names are in quotes, because users chose them. */
function mailOf({ row, token }: NewLink, appUrl: string): Mail {
  const { kind, email: to, maker_name: maker, expires_at } = row;
  const address = appUrl + pathOfLink(kind, token);
  const until = `The link works once, until ${expires_at.slice(0, 16).replace("T", " ")} UTC.`;
  if (kind === "invitation") {
    const text = `"${maker}" has invited you to Taskdeck.\n\nChoose your name and password here:\n${address}\n\n${until}\nIf you did not expect this, you can ignore it.\n`;
    return { to, subject: "Your invitation to Taskdeck", text };
  }
  const reason = maker
    ? `"${maker}" has made a link with which you can choose a new password for Taskdeck.`
    : "Somebody asked for a new password for your Taskdeck account.";
  const text = `${reason}\n\nChoose it here:\n${address}\n\n${until}\nIf you did not expect this, you can ignore it: your password stays as it is.\n`;
  return { to, subject: "A new password for Taskdeck", text };
}

/** Mails new links, after they were stored. Their rows then show whether they were sent. */
export function mailLinks(
  mailer: Mailer,
  { db, config }: Pick<Deps, "db" | "config">,
  links: readonly NewLink[],
): void {
  for (const link of links) {
    mailer.post(mailOf(link, `${config.publicUrl}${config.basePath}`), (sent) =>
      setMailState(db, link.row.id, sent ? "sent" : "failed"),
    );
  }
}
