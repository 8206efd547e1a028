import { expect } from "@jest/globals";
import type { Row } from "#server/testing/massAssignment/effects.ts";
import {
  admins,
  anyone,
  GENERATED,
  HASH,
  link,
  ofUser,
  PASSWORD,
  REVOKED,
  type RouteCall,
  session,
  USED,
} from "./scene.ts";

export const LINKS_CALLS: Readonly<Record<string, RouteCall>> = {
  "POST /api/auth/forgot-password": anyone(() => ({ body: { email: "max@example.com" } })),
  "GET /api/links": admins(),
  "POST /api/invitations": admins(({ admin }) => ({
    body: { list: "eve@example.com", role: "member", teams: "" },
    effect: {
      inserted: {
        secrets: [link(admin, "invitation", { email: "eve@example.com", role: "member" })],
      },
    },
  })),
  "POST /api/links/:id/renew": admins(({ admin, linkId }) => ({
    ids: [linkId],
    effect: {
      changed: { secrets: [REVOKED] },
      inserted: {
        secrets: [link(admin, "invitation", { email: "new@example.com", role: "member" })],
      },
    },
  })),
  "DELETE /api/links/:id": admins(({ linkId }) => ({
    ids: [linkId],
    effect: { changed: { secrets: [REVOKED] } },
  })),
  "POST /api/users/:id/reset-link": admins(({ admin, member }) => ({
    ids: [member.user.id],
    effect: {
      changed: { secrets: [REVOKED] },
      inserted: {
        secrets: [
          link(
            admin,
            "reset",
            { email: "max@example.com", name: "Max" },
            { user_id: member.user.id },
          ),
        ],
      },
    },
  })),
  "POST /api/links/open": anyone(({ invitationToken: token }) => ({ body: { token } })),
  "POST /api/links/accept": anyone(({ invitationToken: token }) => ({
    body: { token, name: "New", password: PASSWORD },
    effect: {
      changed: { secrets: [USED] },
      inserted: {
        users: [
          expect.objectContaining({
            name: "New",
            role: "member",
            password_hash: HASH,
            email_verified: 1,
          }),
        ],
        sessions: [session(GENERATED)],
      },
    },
  })),
  "POST /api/links/reset": anyone(({ member, resetToken: token }) => ({
    body: { token, password: "another password" },
    effect: {
      changed: {
        secrets: expect.arrayContaining([USED, REVOKED]) as unknown as Row[],
        users: [{ password_hash: HASH, email_verified: 1 }],
      },
      deleted: { sessions: [ofUser(member), ofUser(member)] },
    },
  })),
};
