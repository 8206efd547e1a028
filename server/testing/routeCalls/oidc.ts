import { expect } from "@jest/globals";
import {
  admins,
  anyone,
  GENERATED,
  LATER,
  ofUser,
  PASSWORD,
  REVOKED,
  type RouteCall,
  session,
  USED,
  users,
} from "./scene.ts";

export const OIDC_CALLS: Readonly<Record<string, RouteCall>> = {
  // The provider that tests configure doesn't respond.
  "GET /api/auth/oidc/:provider/start": anyone(() => ({ ids: ["test"] })),
  "GET /api/auth/oidc/:provider/callback": anyone(() => ({ ids: ["test"] })),
  "GET /api/auth/oidc/:provider/logout": anyone(() => ({ ids: ["test"] })),
  "POST /api/auth/oidc/:provider/backchannel-logout": anyone(() => ({
    ids: ["test"],
    body: { logout_token: "nonsense" },
    status: 503,
  })),
  "POST /api/auth/oidc/exchange": anyone(({ linked, signInCode }) => ({
    body: { code: signInCode },
    effect: {
      inserted: { sessions: [session(linked.user.id)] },
      changed: { users: [{ email_verified: 1, password_hash: "" }], secrets: [USED] },
      deleted: {
        sessions: [ofUser(linked)],
        identities: [ofUser(linked)],
        secrets: [ofUser(linked)],
      },
    },
  })),
  "POST /api/auth/oidc/link": anyone(({ linked, linkCode }) => ({
    body: { code: linkCode, password: PASSWORD },
    effect: {
      inserted: {
        sessions: [session(linked.user.id)],
        oidc_sessions: [{ session_id: GENERATED, provider: "test", subject: "lin", sid: null }],
      },
      changed: {
        identities: [{ confirmed_at: LATER, signed_in_at: LATER }],
        users: [{ email_verified: 1 }],
        secrets: [REVOKED, USED],
      },
      deleted: { sessions: [ofUser(linked)] },
    },
  })),
  "GET /api/profile/identities": users(),
  // It is another user's.
  "DELETE /api/profile/identities/:id": users(({ identityId }) => ({
    ids: [identityId],
    status: 404,
  })),
  "GET /api/users/:id/identities": admins(({ linked }) => ({ ids: [linked.user.id] })),
  "POST /api/users/:id/identities/:identityId/confirm": admins(({ linked, identityId }) => ({
    ids: [linked.user.id, identityId],
    effect: {
      changed: {
        identities: [{ confirmed_at: LATER }],
        users: [{ email_verified: 1, password_hash: "" }],
        secrets: [REVOKED, REVOKED],
      },
      deleted: { sessions: [ofUser(linked)] },
    },
  })),
  "DELETE /api/users/:id/identities/:identityId": admins(({ linked, identityId }) => ({
    ids: [linked.user.id, identityId],
    effect: {
      deleted: {
        identities: [expect.objectContaining({ id: identityId })],
        secrets: [ofUser(linked)],
      },
    },
  })),
};
