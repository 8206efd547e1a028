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
export const LINK_KINDS = ["invitation", "reset"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Whether the server has mailed a link; null if it sends no mail. */
export const MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number] | null;

/**
 * POST /api/invitations: one person per line of `list`, such as `Ada <ada@example.org>, admin,
 * Team A; Team B`. `role` and `teams`, comma-separated ids, apply to lines without their own.
 */
export interface InvitationsInput {
  list: string;
  role: Role;
  teams: string;
}

/** POST /api/links/open */
export interface LinkToken {
  token: string;
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
