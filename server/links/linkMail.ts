import type { Deps } from "#server/deps.ts";
import { mailBody } from "#server/mail/mailBody.ts";
import type { Mail, Mailer } from "#server/mail/mailer.ts";
import { type NewLink, pathOfLink, setMailState } from "./queries.ts";

/** The mail with a link. Names are in quotes, because users chose them. */
function mailOf({ kind, row, content, token }: NewLink, appUrl: string): Mail {
  const { email: to, maker } = content;
  const address = appUrl + pathOfLink(kind, token);
  const until = `The link works once, until ${(row.expires_at ?? "").slice(0, 16).replace("T", " ")} UTC.`;
  const ignore = "If you did not expect this, you can ignore it";
  if (kind === "invitation") {
    const body = mailBody({
      intro: `"${maker?.name}" has invited you to Taskdeck.`,
      action: "Choose your name and password",
      address,
      notes: [until, `${ignore}.`],
    });
    return { to, subject: "Your invitation to Taskdeck", ...body };
  }
  const body = mailBody({
    intro: maker
      ? `"${maker.name}" has made a link with which you can choose a new password for Taskdeck.`
      : "Somebody asked for a new password for your Taskdeck account.",
    action: "Choose a new password",
    address,
    notes: [until, `${ignore}: your password stays as it is.`],
  });
  return { to, subject: "A new password for Taskdeck", ...body };
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
