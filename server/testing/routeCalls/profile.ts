import { expect } from "@jest/globals";
import {
  anyone,
  entry,
  GENERATED,
  HASH,
  LATER,
  ofUser,
  ownSubject,
  PASSWORD,
  REVOKED,
  type RouteCall,
  users,
} from "./scene.ts";

export const PROFILE_CALLS: Readonly<Record<string, RouteCall>> = {
  "PUT /api/profile": users(({ member }) => ({
    body: { name: "Max", email: "Max@example.org", currentPassword: PASSWORD },
    effect: {
      changed: {
        users: [{ email: "Max@example.org", email_key: "max@example.org" }],
        links: [REVOKED],
      },
      inserted: {
        audit_log: expect.arrayContaining([
          entry("user.email_changed", member.user, ownSubject(member.user), GENERATED),
          entry("reset_link.revoked", member.user, ownSubject(member.user)),
        ]) as unknown as unknown[],
      },
    },
  })),
  "PUT /api/profile/password": users(({ member, otherSessionId, apiTokenId }) => ({
    body: { currentPassword: PASSWORD, newPassword: "another password" },
    effect: {
      changed: { users: [{ password_hash: HASH }], links: [REVOKED] },
      deleted: {
        sessions: [expect.objectContaining({ id: otherSessionId })],
        api_tokens: [expect.objectContaining({ id: apiTokenId })],
        calendar_feeds: [ofUser(member)],
      },
      inserted: {
        audit_log: expect.arrayContaining([
          entry("user.password_changed", member.user, ownSubject(member.user)),
          entry("reset_link.revoked", member.user, ownSubject(member.user)),
        ]) as unknown as unknown[],
      },
    },
  })),
  "GET /api/inbox": users(),
  "POST /api/inbox/read": users(() => ({ body: { until: LATER } })),
  "GET /api/inbox/settings": users(),
  "PUT /api/inbox/settings": users(({ member }) => ({
    body: { commented: false },
    effect: {
      inserted: { muted_notifications: [{ user_id: member.user.id, kind: "commented" }] },
    },
  })),
  "GET /api/profile/export": users(),
  "GET /api/profile/calendar": users(),
  "POST /api/profile/calendar": users(({ member }) => ({
    effect: {
      changed: { calendar_feeds: [{ token_hash: GENERATED, created_at: LATER }] },
      inserted: {
        audit_log: [entry("user.calendar_feed_created", member.user, ownSubject(member.user))],
      },
    },
  })),
  "DELETE /api/profile/calendar": users(({ member }) => ({
    effect: {
      deleted: { calendar_feeds: [ofUser(member)] },
      inserted: {
        audit_log: [entry("user.calendar_feed_revoked", member.user, ownSubject(member.user))],
      },
    },
  })),
  "GET /api/calendar/:file": anyone(({ calendarFile }) => ({ ids: [calendarFile] })),
  "GET /api/profile": users(),
  "GET /api/tokens": users(),
  "POST /api/tokens": users(({ member }) => ({
    body: { name: "Deploy", scope: "write", days: 7 },
    effect: {
      inserted: {
        api_tokens: [
          {
            id: GENERATED,
            user_id: member.user.id,
            name: "Deploy",
            scope: "write",
            secret_hash: expect.stringMatching(/^[\w-]{43}$/),
            created_at: LATER,
            expires_at: "2026-03-22T12:00:01.000Z",
            last_used_on: null,
          },
        ],
        audit_log: [entry("user.token_created", member.user, ownSubject(member.user), GENERATED)],
      },
    },
  })),
  "DELETE /api/tokens/:id": users(({ member, apiTokenId }) => ({
    ids: [apiTokenId],
    effect: {
      deleted: { api_tokens: [expect.objectContaining({ id: apiTokenId })] },
      inserted: {
        audit_log: [entry("user.token_revoked", member.user, ownSubject(member.user), GENERATED)],
      },
    },
  })),
};
