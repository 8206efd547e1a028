import type { NamedRecord } from "./id.ts";
import type { Role } from "./user.ts";

/*
 * Links by which people get an account or a new password. They go beyond §7, so another server may
 * have no such calls.
 */

/** The time in hours for which a link that an admin made is valid. */
export const LINK_HOURS = 72;
/** The maximum number of people in one call, and of characters in their list. */
export const INVITATIONS_MAX = 500;
export const INVITATION_LIST_MAX = 60_000;
/** The maximum number of teams in one invitation. */
export const INVITATION_TEAMS_MAX = 20;
/** GET /api/links returns at most this many links, the newest ones. */
export const LINKS_MAX = 2_000;
/** The maximum length of a link's token, in characters. The server's own have 43. */
export const LINK_TOKEN_MAX = 100;

/** `invitation` leads to a new account, `reset` to a new password. */
export type LinkKind = "invitation" | "reset";

/** Whether the server has mailed a link; null if it sends no mail. */
export type MailState = "waiting" | "sent" | "failed" | null;

/** A link that can still be used. `role` is that of an invitation; instants are ISO 8601 in UTC. */
export interface OpenLink {
  id: string;
  kind: LinkKind;
  email: string;
  /** The person's name; empty if an invitation has none. */
  name: string;
  role: Role | null;
  teams: NamedRecord[];
  /** The name of the admin; empty if the user asked for the link. */
  made_by: string;
  made_at: string;
  expires_at: string;
  mail: MailState;
}

/** GET /api/links: for admins, the newest first. */
export interface LinksResponse {
  links: OpenLink[];
}

/**
 * A new link. `path` is its page with the token in the fragment, which browsers never send. No later
 * response contains it.
 */
export interface MadeLink {
  link: OpenLink;
  path: string;
}

/**
 * POST /api/invitations: one person per line of `list`, such as `Ada <ada@example.org>, admin,
 * Team A; Team B`. `role` and `teams`, comma-separated ids, apply to lines without their own.
 */
export interface InvitationsInput {
  list: string;
  role: Role;
  teams: string;
}

/** The result of one line. If no invitation was made, `reason` is the message to show. */
export interface InvitationResult {
  line: number;
  email: string;
  outcome: "made" | "exists" | "duplicate" | "invalid";
  reason: string;
  /** Set if an invitation was made. */
  made: MadeLink | null;
}

/** Response of POST /api/invitations, in the order of the lines. */
export interface InvitationsResponse {
  results: InvitationResult[];
}

/** POST /api/links/open */
export interface LinkToken {
  token: string;
}

/** Response of POST /api/links/open: what the page of a link shows. */
export interface LinkPreview extends Pick<OpenLink, "kind" | "email" | "name" | "role"> {
  teams: string[];
  made_by: string;
  expires_at: string;
}

/** POST /api/links/accept: creates the account of an invitation. */
export interface InvitationAcceptance extends LinkToken {
  name: string;
  password: string;
}

/** POST /api/links/reset: sets the new password. */
export interface PasswordReset extends LinkToken {
  password: string;
}
