import { expect } from "@jest/globals";
import type { AuditAction } from "#contract/audit.ts";
import type { FieldChange, HistoryKind } from "#contract/taskHistory.ts";
import type { UserRow } from "#server/db/schema.ts";
import type { Access } from "#server/http/apiRoute.ts";
import type { Effect, Row } from "#server/testing/massAssignment/effects.ts";
import type { TestUser } from "#server/testing/server.ts";

/** The users and rows that a call refers to. */
export interface Scene {
  admin: TestUser;
  /** Has a second session, whose id is `otherSessionId`. */
  member: TestUser;
  otherSessionId: string;
  taskId: string;
  deletedTaskId: string;
  /** A comment of the member on the task. */
  commentId: string;
  /** An API token of the member. */
  apiTokenId: string;
  /** The admin is a member of this team. */
  teamId: string;
  /** Has a code that signs in, and an unconfirmed identity with a code that links it. */
  linked: TestUser;
  signInCode: string;
  linkCode: string;
  identityId: string;
  /** The last part of the address of the member's calendar feed. */
  calendarFile: string;
  /** An open invitation for new@example.com, and a reset link of the member; both by the admin. */
  linkId: string;
  invitationToken: string;
  resetToken: string;
  /** A bulk action that made the linked user an admin. */
  runId: string;
  /** A draft of one task, and an import that created one. */
  draftId: string;
  importId: string;
  /** A webhook for events that no call causes, and its delivery of a test. */
  webhookId: string;
  deliveryId: string;
}

/** A successful call whose body has only documented fields. */
export interface Sent {
  ids?: string[];
  body?: Row;
  /** The response's status, if only a provider could make the call succeed. */
  status?: number;
  /** All changes that the call may make to the database; none by default. */
  effect?: Effect;
}

/** The access level of a route, and a call by a user who has it. */
export interface RouteCall {
  access: Access;
  send: (scene: Scene) => Sent;
}

export const PASSWORD = "a long password";
/** The time of all calls. */
export const LATER = "2026-03-15T12:00:01.000Z";
/** A text that the server generated. */
export const GENERATED: unknown = expect.not.stringMatching(/poison|^00000000-/);
export const HASH: unknown = expect.stringMatching(/^\$argon2id\$(?!poison)/);

export const session = (user: unknown): Row => ({
  id: GENERATED,
  user_id: user,
  generation: 0,
  superseded: "[]",
  created_at: LATER,
  last_used_at: LATER,
});

export const ofUser = ({ user }: TestUser): unknown =>
  expect.objectContaining({ user_id: user.id });

/** An entry of the audit log, with the names at the time of the call. */
export const entry = (
  action: AuditAction,
  { id, name }: Pick<UserRow, "id" | "name">,
  subject: Row,
  details: unknown = "{}",
): Row => ({
  id: GENERATED,
  at: LATER,
  actor_id: id,
  actor_name: name,
  action,
  subject_kind: "user",
  team_id: null,
  details,
  ...subject,
});

export const ownSubject = ({ id, name }: UserRow) => ({ subject_id: id, subject_name: name });

export const taskSubject = (subject_id: string, subject_name: string) => ({
  subject_kind: "task",
  subject_id,
  subject_name,
});

/** An entry of a task's history. Its changes are a list in JSON. */
export const historyEntry = (
  kind: HistoryKind,
  { id, name }: Pick<UserRow, "id" | "name">,
  task_id: unknown,
  changes: readonly FieldChange[] = [],
): Row => ({
  id: GENERATED,
  task_id,
  at: LATER,
  actor_id: id,
  actor_name: name,
  kind,
  changes: JSON.stringify(changes),
});

/** An open link that the admin has just made. */
export const link = ({ user }: TestUser, fields: Row): Row => ({
  id: GENERATED,
  token_hash: GENERATED,
  name: "",
  role: null,
  teams: "[]",
  user_id: null,
  maker_id: user.id,
  maker_name: user.name,
  made_at: LATER,
  expires_at: "2026-03-18T12:00:01.000Z",
  ended_at: null,
  ended_as: null,
  mail: null,
  ...fields,
});

export const REVOKED: Row = { ended_at: LATER, ended_as: "revoked" };
export const USED: Row = { ended_at: LATER, ended_as: "used" };
export const NEW_ACCOUNT = { id: GENERATED as string, name: "New" };

export const invitationOf = (email: string): Row => ({
  kind: "invitation",
  email,
  email_key: email,
  role: "member",
});

export const invitationSubject = (email: string, subject_id: unknown = GENERATED) => ({
  subject_id,
  subject_name: email,
});

export const webhookEntry = (action: AuditAction, user: UserRow): Row =>
  entry(action, user, ownSubject(user), '{"to":"example.com"}');

const callsOf =
  (access: Access) =>
  (send: RouteCall["send"] = () => ({})): RouteCall => ({ access, send });
export const anyone = callsOf("public");
export const users = callsOf("user");
export const admins = callsOf("admin");
