import { expect } from "@jest/globals";
import {
  anyone,
  GENERATED,
  HASH,
  LATER,
  ofUser,
  PASSWORD,
  type RouteCall,
  session,
  users,
} from "./scene.ts";

export const SESSION_CALLS: Readonly<Record<string, RouteCall>> = {
  "POST /api/auth/login": anyone(({ member }) => ({
    body: { email: "max@example.com", password: PASSWORD },
    effect: { inserted: { sessions: [session(member.user.id)] } },
  })),
  "POST /api/auth/register": anyone(() => ({
    body: { email: "eve@example.com", password: PASSWORD, role: "member" },
    effect: {
      inserted: {
        users: [
          {
            id: GENERATED,
            name: "Eve",
            email: "eve@example.com",
            email_key: "eve@example.com",
            search_text: "eve\neve@example.com",
            role: "member",
            is_active: 1,
            awaiting_approval: 0,
            pending_email: null,
            pending_email_key: null,
            password_hash: HASH,
            created_at: LATER,
            last_seen_at: null,
            activity_seen: 0,
            setup_closed: 0,
            start_view: null,
            email_verified: 0,
          },
        ],
        sessions: [session(GENERATED)],
      },
    },
  })),
  "POST /api/auth/refresh": anyone(({ admin }) => ({
    body: { refreshToken: admin.refreshToken },
  })),
  "POST /api/auth/logout": anyone(({ member }) => ({
    body: { refreshToken: member.refreshToken },
    effect: { deleted: { sessions: [expect.objectContaining({ id: member.sessionId })] } },
  })),
  "GET /api/auth/options": anyone(),
  "GET /api/auth/me": users(),
  "DELETE /api/auth/sessions": users(({ member }) => ({
    effect: {
      deleted: { sessions: [ofUser(member), ofUser(member)] },
    },
  })),
};
