import { expect } from "@jest/globals";
import {
  admins,
  anyone,
  entry,
  GENERATED,
  LATER,
  ofUser,
  ownSubject,
  PASSWORD,
  type RouteCall,
  session,
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
      deleted: { sign_in_codes: [ofUser(linked)] },
    },
  })),
  "POST /api/auth/oidc/link": anyone(({ linked, linkCode }) => ({
    body: { code: linkCode, password: PASSWORD },
    effect: {
      inserted: {
        sessions: [session(linked.user.id)],
        oidc_sessions: [{ session_id: GENERATED, provider: "test", subject: "lin", sid: null }],
        audit_log: [
          entry(
            "user.identity_linked",
            linked.user,
            ownSubject(linked.user),
            JSON.stringify({ to: "Test ID" }),
          ),
        ],
      },
      changed: {
        identities: [{ confirmed_at: LATER, signed_in_at: LATER }],
        users: [{ email_verified: 1 }],
      },
      deleted: { sign_in_codes: [ofUser(linked)] },
    },
  })),
  "GET /api/users/:id/identities": admins(({ linked }) => ({ ids: [linked.user.id] })),
  "POST /api/users/:id/identities/:identityId/confirm": admins(({ admin, linked, identityId }) => ({
    ids: [linked.user.id, identityId],
    effect: {
      changed: {
        identities: [{ confirmed_at: LATER }],
        users: [{ email_verified: 1, password_hash: "" }],
      },
      deleted: {
        sessions: [ofUser(linked)],
        sign_in_codes: [ofUser(linked), ofUser(linked)],
      },
      inserted: {
        audit_log: expect.arrayContaining([
          entry("user.identity_linked", admin.user, ownSubject(linked.user), GENERATED),
          entry("user.password_cleared", admin.user, ownSubject(linked.user)),
        ]) as unknown as unknown[],
      },
    },
  })),
  "DELETE /api/users/:id/identities/:identityId": admins(({ admin, linked, identityId }) => ({
    ids: [linked.user.id, identityId],
    effect: {
      deleted: {
        identities: [expect.objectContaining({ id: identityId })],
        sign_in_codes: [ofUser(linked)],
      },
      inserted: {
        audit_log: [
          entry("user.identity_unlinked", admin.user, ownSubject(linked.user), GENERATED),
        ],
      },
    },
  })),
};
