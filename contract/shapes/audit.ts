import { AUDIT_ACTIONS, ORIGIN_KINDS } from "../audit.ts";
import { TASK_RUN_ACTIONS, USER_RUN_ACTIONS } from "../run.ts";
import { NamedRecord } from "./id.ts";
import {
  enumOf,
  id,
  instant,
  listOf,
  named,
  object,
  onlyTrue,
  optional,
  positive,
  type TypeOf,
  text,
} from "./shape.ts";
import { Pagination } from "./task.ts";

/**
 * The object of the action. For a change of membership it is the user. For an invitation it is a user
 * with the invitation's id and address. For a bulk action on users it is a user with the run's id.
 */
export const AuditSubject = object({
  kind: enumOf(["user", "team", "task", "label", "view"]),
  id,
  name: text,
});
export type AuditSubject = TypeOf<typeof AuditSubject>;

export const AuditDetails = object({
  /**
   * The old and the new role or name. `from` is also the name of an imported file, `to` the host of
   * a webhook, the label into which another one was merged, and `shared` or `own` for a view.
   */
  from: optional(text),
  to: optional(text),
  /** The team of a membership. */
  team: optional(NamedRecord),
  /** An API token; `to` is the scope of a new one. */
  token: optional(NamedRecord),
  /** The file of the task, which is the subject. */
  file: optional(NamedRecord),
  /**
   * The number of failed sign-ins within an hour from `network`, of the rows of an import, or of the tasks
   * of a label.
   */
  count: optional(positive),
  network: optional(text),
  /**
   * The kind of a bulk action on users; `to` is its role or the user who got the open tasks, `count` the number of
   * users it changed.
   */
  run: optional(enumOf(USER_RUN_ACTIONS)),
  /**
   * The kind of a bulk action on tasks, whose number is `count`. A hand-over has the names of the users:
   * `to` is missing if the tasks are left unassigned.
   */
  tasks: optional(enumOf(TASK_RUN_ACTIONS)),
});
export type AuditDetails = TypeOf<typeof AuditDetails>;

/**
 * How a change was made: in the app, by an API token, by an import, by a bulk action or other long work, by
 * an OpenID Connect provider, on the server's machine, or by the server itself. A token and a provider have
 * an id and their name at that time, an import and a job an id.
 */
export const ChangeOrigin = object({
  kind: enumOf(ORIGIN_KINDS),
  id: optional(id),
  name: optional(text),
});
export type ChangeOrigin = TypeOf<typeof ChangeOrigin>;

/** One recorded action. Entries never change. */
export const AuditEntry = named(
  "AuditEntry",
  object({
    id,
    at: instant,
    actor: NamedRecord,
    action: enumOf(AUDIT_ACTIONS),
    subject: AuditSubject,
    details: AuditDetails,
    origin: optional({
      ...ChangeOrigin,
      description: "How the change was made; missing in entries before version 0.4.",
    }),
    bulk: optional({
      ...object({ kind: enumOf(["user", "task", "import"]), id }),
      description:
        "The bulk action or the import of which the entry tells. Its items are kept for 30 days.",
    }),
    restorable: optional({
      ...onlyTrue,
      description: "Present in a task's deletion while the task can be restored.",
    }),
  }),
);
export type AuditEntry = TypeOf<typeof AuditEntry>;

/** GET /api/audit: for admins, the newest entry first. */
export const AuditPageResponse = named(
  "AuditPage",
  object({ entries: listOf(AuditEntry), pagination: Pagination }),
);
export type AuditPageResponse = TypeOf<typeof AuditPageResponse>;
