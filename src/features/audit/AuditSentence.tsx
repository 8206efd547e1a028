import { createElement, Fragment, type ReactNode } from "react";
import type { AuditAction } from "#contract/audit.ts";
import type { UserRunAction } from "#contract/run.ts";
import type { AuditDetails, AuditEntry } from "#contract/shapes/audit.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { paths, withFilters } from "#lib/address/paths.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import { Link } from "#ui/button/Link.tsx";
import log from "#ui/lists/log.module.css";

/** An entry as a sentence: actor, action and subject. Each name links to the entries about it. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <Name of={entry.actor} as="actor" />
      {predicateOf(entry)}
      {entry.origin?.kind === "token" &&
        words("with the API token", <bdi className={log.name}>{entry.origin.name}</bdi>)}
    </>
  );
}

/** Joins the parts, with a space before each. */
const words = (...parts: ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...parts.flatMap((part) => [" ", part]));

const roleName = (role = "") => (role === "admin" ? "an admin" : `a ${role || "member"}`);

/** What a bulk action on tasks, or its undo, did. */
function taskRunText(action: AuditAction, { tasks, count = 0, from, to }: AuditDetails): string {
  const many = countOf(count, "task");
  const handedOver =
    to === undefined ? `unassigned ${many} of ${from}` : `handed over ${many} of ${from} to ${to}`;
  const done =
    tasks === "hand_over" ? handedOver : `${tasks === "delete" ? "deleted" : "changed"} ${many}`;
  return action === "tasks.run_undone" ? `undid a bulk action: ${done}` : done;
}

/** The effect of a bulk action on users, such as "deactivated 30 users". */
function runText(action: AuditAction, details: AuditDetails): string {
  const { run, count = 1, to = "", team } = details;
  const users = countOf(count, "user");
  const handedOver = to && ` and handed their open tasks over to ${to}`;
  const texts: Record<UserRunAction, string> = {
    activate: `activated ${users}`,
    deactivate: `deactivated ${users}${handedOver}`,
    role: `gave ${users} the role ${to}`,
    add_to_team: `added ${users} to ${team?.name ?? "a team"}`,
    remove_from_team: `removed ${users} from ${team?.name ?? "a team"}`,
    end_sessions: `ended the sessions of ${users}`,
    delete: `deleted ${users}${handedOver}`,
  };
  const text = run ? texts[run] : `changed ${users}`;
  if (action === "users.run_undone") return `undid a bulk action: ${text}`;
  return action === "users.run_started" ? `started a bulk action: ${text}` : text;
}

function timesText(count: number, network?: string): string {
  const times = count === 1 ? "once" : `${formatCount(count)} times`;
  return network ? `${times}, from ${network}` : times;
}

const quote = (text?: string) => <bdi className={log.name}>{text}</bdi>;

/** What follows the name of a changed label or view. */
function restText(action: AuditAction, { from, to, count = 0 }: AuditDetails): ReactNode[] {
  if (action === "label.created") return [];
  if (action.startsWith("view.") && from === undefined) return to ? [SEEN_BY[to]] : [];
  if (from !== undefined) return ["from", quote(from), "to", quote(to)];
  const tasks = `(${countOf(count, "task")})`;
  return to === undefined ? [tasks] : ["into", quote(to), tasks];
}

const taskOrFile = (file?: NamedRecord): ReactNode[] =>
  file ? ["the file", quote(file.name), "of"] : ["the task"];

/** The words after the actor's name. */
function predicateOf({ action, actor, subject, details }: AuditEntry): ReactNode {
  const { from, to, team, token, file, count = 1, network } = details;
  const name = <Name of={subject} />;
  const [account, member] =
    actor.id === subject.id ? ["their own account", "themselves"] : [name, name];
  const ofTeam = team ? <Name of={team} /> : "a team";
  if (isPlain(action)) return words(PLAIN_VERBS[action]);
  if (isOfWebhook(action)) return words(WEBHOOK_VERBS[action], quote(to));
  if (isNamed(action)) return words(NAMED_VERBS[action], name, ...restText(action, details));
  switch (action) {
    case "user.registered":
      return words(`joined as ${roleName(to)}`);
    case "user.role_changed":
      return words("made", member, roleName(to));
    case "user.activated":
      return words("activated", account);
    case "user.deactivated":
      return words("deactivated", account);
    case "user.deleted":
      return words("deleted", account);
    case "user.renamed":
      return words("changed their name to", quote(to));
    case "user.password_reset":
      return words("gave", account, "a new password");
    case "user.password_cleared":
      return words("cleared the password of", account);
    case "user.session_revoked":
      return words("ended a session of", name, "because its refresh token was copied");
    case "user.sign_in_failed":
      return words("failed to sign in as", name, timesText(count, network));
    case "user.token_created":
      return words("created the API token", quote(token?.name), `(${to})`);
    case "user.token_revoked":
      return words("revoked the API token", quote(token?.name));
    case "user.identity_linked":
      return words("linked", account, "to", quote(to));
    case "user.identity_unlinked":
      return words("unlinked", account, "from", quote(to));
    case "invitation.made":
      return words("invited", name, `as ${roleName(to)}`);
    case "invitation.used":
      return words("accepted the invitation of", name);
    case "invitation.revoked":
      return words("revoked the invitation of", name);
    case "reset_link.made":
      return words(
        "made a password reset link for",
        account,
        network === undefined ? null : timesText(count, network),
      );
    case "reset_link.revoked":
      return words("revoked the password reset link of", account);
    case "team.created":
      return words("created the team", name);
    case "team.member_added":
      return words("added", member, "to", ofTeam);
    case "team.member_removed":
      return words("removed", member, "from", ofTeam);
    case "task.deleted":
    case "file.deleted":
      return words("deleted", ...taskOrFile(file), name);
    case "task.restored":
    case "file.restored":
      return words("restored", ...taskOrFile(file), name);
    case "tasks.imported":
      return words("imported", countOf(count, "task"), "from", quote(from));
    case "tasks.import_undone":
      return words("undid the import of", quote(from));
    case "tasks.run_ended":
    case "tasks.run_undone":
      return words(taskRunText(action, details));
    case "users.run_started":
    case "users.run_ended":
    case "users.run_undone":
      return words(runText(action, details));
    // An action that only a newer server has.
    default:
      return words("changed", name, `(${String(action)})`);
  }
}

/** The words for actions that need no name. */
const PLAIN_VERBS = {
  "user.email_changed": "changed their email address",
  "user.password_changed": "changed their password",
  "user.signed_out_everywhere": "signed out everywhere",
  "user.calendar_feed_created": "created an address for their calendar feed",
  "user.calendar_feed_revoked": "turned off their calendar feed",
  "data.exported": "exported all data",
  "reset_link.used": "chose a new password by a reset link",
} as const;

const isPlain = (action: AuditEntry["action"]): action is keyof typeof PLAIN_VERBS =>
  Object.hasOwn(PLAIN_VERBS, action);

const WEBHOOK_VERBS = {
  "webhook.created": "created a webhook to",
  "webhook.changed": "changed a webhook to",
  "webhook.secret_rotated": "replaced the secret of a webhook to",
  "webhook.delivery_sent_again": "sent a delivery again, of a webhook to",
  "webhook.deleted": "deleted a webhook to",
};

const isOfWebhook = (action: AuditEntry["action"]): action is keyof typeof WEBHOOK_VERBS =>
  Object.hasOwn(WEBHOOK_VERBS, action);

const NAMED_VERBS = {
  "label.created": "created the label",
  "label.changed": "changed the label",
  "label.merged": "merged the label",
  "label.deleted": "deleted the label",
  "label.restored": "restored the label",
  "view.created": "created the view",
  "view.changed": "changed the view",
  "view.deleted": "deleted the view",
  "view.restored": "restored the view",
};

const SEEN_BY: Readonly<Record<string, string>> = {
  shared: "so that all see it",
  own: "so that only its owner sees it",
};

const isNamed = (action: AuditEntry["action"]): action is keyof typeof NAMED_VERBS =>
  Object.hasOwn(NAMED_VERBS, action);

function Name({ of: { id, name }, as = "subject" }: { of: NamedRecord; as?: "actor" | "subject" }) {
  const shown = name || "Unknown";
  return (
    <Link
      to={withFilters(paths.audit, { [as]: id })}
      className={log.name}
      title={as === "actor" ? `What ${shown} did` : `What was done to ${shown}`}
    >
      {/* A right-to-left name must not reverse the rest of the sentence. */}
      <bdi>{shown}</bdi>
    </Link>
  );
}
