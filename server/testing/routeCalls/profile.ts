import { expect } from "@jest/globals";
import { anyone, HASH, LATER, PASSWORD, REVOKED, type RouteCall, secret, users } from "./scene.ts";

export const PROFILE_CALLS: Readonly<Record<string, RouteCall>> = {
  "PUT /api/profile": users(() => ({
    body: { name: "Max", email: "Max@example.org", currentPassword: PASSWORD },
    effect: {
      changed: {
        users: [
          {
            email: "Max@example.org",
            email_key: "max@example.org",
            search_text: "max\nmax@example.org",
          },
        ],
        secrets: [REVOKED],
      },
    },
  })),
  "PUT /api/profile/password": users(({ otherSessionId }) => ({
    body: { currentPassword: PASSWORD, newPassword: "another password" },
    effect: {
      changed: { users: [{ password_hash: HASH }], secrets: [REVOKED, REVOKED, REVOKED] },
      deleted: {
        sessions: [expect.objectContaining({ id: otherSessionId })],
      },
    },
  })),
  "GET /api/inbox": users(),
  "POST /api/inbox/read": users(() => ({ body: { until: LATER } })),
  "GET /api/inbox/settings": users(),
  "GET /api/activity": users(),
  "GET /api/activity/unread": users(),
  // The scene's first change has the number 1.
  "POST /api/activity/seen": users(() => ({
    body: { until: 1 },
    effect: { changed: { users: [{ activity_seen: 1 }] } },
  })),
  "PUT /api/inbox/settings": users(() => ({ body: { commented: false } })),
  "GET /api/profile/export": users(),
  "GET /api/profile/calendar": users(),
  "POST /api/profile/calendar": users(({ member }) => ({
    effect: {
      changed: { secrets: [REVOKED] },
      inserted: { secrets: [secret("calendar_feed", {}, { user_id: member.user.id })] },
    },
  })),
  "DELETE /api/profile/calendar": users(() => ({
    effect: {
      changed: { secrets: [REVOKED] },
    },
  })),
  "GET /api/calendar/:file": anyone(({ calendarFile }) => ({ ids: [calendarFile] })),
  "GET /api/profile": users(),
  "GET /api/setup": users(),
  "POST /api/setup/close": users(() => ({ effect: { changed: { users: [{ setup_closed: 1 }] } } })),
  // The scene has an admin.
  "POST /api/setup/admin": users(() => ({ status: 409 })),
  "GET /api/tokens": users(),
  "POST /api/tokens": users(({ member }) => ({
    body: { name: "Deploy", scope: "write", days: 7 },
    effect: {
      inserted: {
        secrets: [
          secret(
            "api_token",
            { name: "Deploy", scope: "write" },
            { user_id: member.user.id, expires_at: "2026-03-22T12:00:01.000Z" },
          ),
        ],
      },
    },
  })),
  "DELETE /api/tokens/:id": users(({ apiTokenId }) => ({
    ids: [apiTokenId],
    effect: {
      changed: { secrets: [REVOKED] },
    },
  })),
};
