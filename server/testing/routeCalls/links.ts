import { expect } from "@jest/globals";
import {
  admins,
  anyone,
  entry,
  GENERATED,
  HASH,
  invitationOf,
  invitationSubject,
  link,
  NEW_ACCOUNT,
  ofUser,
  ownSubject,
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
        links: [link(admin, invitationOf("eve@example.com"))],
        audit_log: [
          entry(
            "invitation.made",
            admin.user,
            invitationSubject("eve@example.com"),
            '{"to":"member"}',
          ),
        ],
      },
    },
  })),
  "POST /api/links/:id/renew": admins(({ admin, linkId }) => ({
    ids: [linkId],
    effect: {
      changed: { links: [REVOKED] },
      inserted: {
        links: [link(admin, invitationOf("new@example.com"))],
        audit_log: expect.arrayContaining([
          entry("invitation.revoked", admin.user, invitationSubject("new@example.com", linkId)),
          entry(
            "invitation.made",
            admin.user,
            invitationSubject("new@example.com"),
            '{"to":"member"}',
          ),
        ]) as unknown as unknown[],
      },
    },
  })),
  "DELETE /api/links/:id": admins(({ admin, linkId }) => ({
    ids: [linkId],
    effect: {
      changed: { links: [REVOKED] },
      inserted: {
        audit_log: [
          entry("invitation.revoked", admin.user, invitationSubject("new@example.com", linkId)),
        ],
      },
    },
  })),
  "POST /api/users/:id/reset-link": admins(({ admin, member }) => ({
    ids: [member.user.id],
    effect: {
      changed: { links: [REVOKED] },
      inserted: {
        links: [
          link(admin, {
            kind: "reset",
            email: "max@example.com",
            email_key: "max@example.com",
            name: "Max",
            user_id: member.user.id,
          }),
        ],
        audit_log: expect.arrayContaining([
          entry("reset_link.revoked", admin.user, ownSubject(member.user)),
          entry("reset_link.made", admin.user, ownSubject(member.user)),
        ]) as unknown as unknown[],
      },
    },
  })),
  "POST /api/links/open": anyone(({ invitationToken: token }) => ({ body: { token } })),
  "POST /api/links/accept": anyone(({ invitationToken: token, linkId }) => ({
    body: { token, name: "New", password: PASSWORD },
    effect: {
      changed: { links: [USED] },
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
        audit_log: expect.arrayContaining([
          entry("invitation.used", NEW_ACCOUNT, invitationSubject("new@example.com", linkId)),
          entry(
            "user.registered",
            NEW_ACCOUNT,
            { subject_id: GENERATED, subject_name: "New" },
            GENERATED,
          ),
        ]) as unknown as unknown[],
      },
    },
  })),
  "POST /api/links/reset": anyone(({ member, resetToken: token, apiTokenId }) => ({
    body: { token, password: "another password" },
    effect: {
      changed: { links: [USED], users: [{ password_hash: HASH, email_verified: 1 }] },
      deleted: {
        sessions: [ofUser(member), ofUser(member)],
        api_tokens: [expect.objectContaining({ id: apiTokenId })],
        calendar_feeds: [ofUser(member)],
      },
      inserted: {
        audit_log: [entry("reset_link.used", member.user, ownSubject(member.user))],
      },
    },
  })),
};
