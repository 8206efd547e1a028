import { expect } from "@jest/globals";
import type { LinkKind } from "#contract/link.ts";
import type { Role } from "#contract/user.ts";
import type { SecretPurpose } from "#server/db/schema/accounts.ts";
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
  /** The label of the task, another one, and one that was deleted. */
  labelId: string;
  otherLabelId: string;
  deletedLabelId: string;
  /** A shared view of the member, and one that the member has deleted. */
  viewId: string;
  deletedViewId: string;
  /** A comment of the member on the task. */
  commentId: string;
  /** A file of the task, the query of its address, and a file that was deleted. */
  fileId: string;
  fileAddress: string;
  deletedFileId: string;
  /** The queries of two uploads of the member's to the task, of which nothing has arrived. */
  upload: string;
  otherUpload: string;
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
  /** A bulk action of the member that changed the task. */
  taskRunId: string;
  /** A draft of one task, and an import that created one. */
  draftId: string;
  importId: string;
  /** A webhook for events that no call causes, and its delivery of a test. */
  webhookId: string;
  deliveryId: string;
}

/** A successful call whose body has only documented fields. */
interface Sent {
  ids?: string[];
  /** With its question mark. */
  query?: string;
  body?: Row;
  headers?: Record<string, string>;
  /** The response's status, if only a provider could make the call succeed. */
  status?: number;
  /** All changes that the call may make to the tables of rights; none by default. */
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

/** A secret that was just made. `content` holds what belongs to its purpose. */
export const secret = (purpose: SecretPurpose, content: Row, columns: Row): Row => ({
  id: GENERATED,
  purpose,
  hash: expect.stringMatching(/^[\w-]{43}$/),
  user_id: null,
  email_key: null,
  identity_id: null,
  made_at: LATER,
  expires_at: null,
  last_used_on: null,
  mail: null,
  ended_at: null,
  ended_as: null,
  content: JSON.stringify(content),
  ...columns,
});

/** An open link that the admin has just made. */
export const link = (
  { user: { id, name } }: TestUser,
  kind: LinkKind,
  { email, ...fields }: { email: string; name?: string; role?: Role },
  columns: Row = {},
): Row =>
  secret(
    kind,
    { email, name: "", role: null, ...fields, teams: [], maker: { id, name } },
    { email_key: email, expires_at: "2026-03-18T12:00:01.000Z", ...columns },
  );

export const REVOKED: Row = { ended_at: LATER, ended_as: "revoked" };
export const USED: Row = { ended_at: LATER, ended_as: "used" };
const callsOf =
  (access: Access) =>
  (send: RouteCall["send"] = () => ({})): RouteCall => ({ access, send });
export const anyone = callsOf("public");
export const users = callsOf("user");
export const admins = callsOf("admin");
