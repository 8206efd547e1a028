import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { AuditEntry, AuditName } from "#contract/audit.ts";
import { formatCount } from "#lib/formatCount.ts";
import classes from "./AuditPage.module.css";
import { WHOLE_LOG, writeAuditAddress } from "./auditAddress.ts";

/** Who did what to whom, as a sentence. Each name leads to the entries about it. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <Name of={entry.actor} as="actor" /> {predicate(entry)}
    </>
  );
}

const roleName = (role = "") => (role === "admin" ? "an admin" : `a ${role || "member"}`);

function predicate({ action, actor, subject, details }: AuditEntry): ReactNode {
  const { to, team, count = 1, network } = details;
  const own = actor.id === subject.id;
  const whom = own ? "their own account" : <Name of={subject} />;
  const group = team ? <Name of={team} /> : "a team";
  switch (action) {
    case "user.registered":
      return `joined as ${roleName(to)}`;
    case "user.role_changed":
      if (own) return `made themselves ${roleName(to)}`;
      return (
        <>
          made {whom} {roleName(to)}
        </>
      );
    case "user.activated":
      return <>activated {whom}</>;
    case "user.deactivated":
      return <>deactivated {whom}</>;
    case "user.deleted":
      return <>deleted {whom}</>;
    case "user.renamed":
      return (
        <>
          changed their name to <bdi className={classes.name}>{to}</bdi>
        </>
      );
    case "user.email_changed":
      return "changed their email address";
    case "user.password_changed":
      return "changed their password";
    case "user.password_reset":
      return <>gave {whom} a new password</>;
    case "user.signed_out_everywhere":
      return "signed out everywhere";
    case "user.sign_in_failed":
      return (
        <>
          failed to sign in as <Name of={subject} />{" "}
          {count === 1 ? "once" : `${formatCount(count)} times`}
          {network && `, from ${network}`}
        </>
      );
    case "team.created":
      return (
        <>
          created the team <Name of={subject} />
        </>
      );
    case "team.member_added":
      return (
        <>
          added {own ? "themselves" : <Name of={subject} />} to {group}
        </>
      );
    case "team.member_removed":
      return (
        <>
          removed {own ? "themselves" : <Name of={subject} />} from {group}
        </>
      );
    case "task.deleted":
      return (
        <>
          deleted the task <Name of={subject} />
        </>
      );
    case "task.restored":
      return (
        <>
          restored the task <Name of={subject} />
        </>
      );
    // A newer server's entry: better half a sentence than none.
    default:
      return (
        <>
          changed <Name of={subject} /> ({String(action)})
        </>
      );
  }
}

function Name({ of: { id, name }, as = "subject" }: { of: AuditName; as?: "actor" | "subject" }) {
  const shown = name || "Unknown";
  return (
    <Link
      to={{ search: writeAuditAddress({ ...WHOLE_LOG, [as]: id }) }}
      className={classes.name}
      title={as === "actor" ? `What ${shown} did` : `What was done to ${shown}`}
    >
      {/* A name can't turn the rest of the sentence around. */}
      <bdi>{shown}</bdi>
    </Link>
  );
}
