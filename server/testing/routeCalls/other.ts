import { admins, anyone, entry, ownSubject, type RouteCall, users } from "./scene.ts";

export const OTHER_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /api/export": admins(({ admin }) => ({
    effect: {
      inserted: { audit_log: [entry("data.exported", admin.user, ownSubject(admin.user))] },
    },
  })),
  "GET /api/backup": admins(),
  "GET /api/events": users(),
  "GET /api/openapi.json": anyone(),
};
