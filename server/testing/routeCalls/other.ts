import { admins, anyone, type RouteCall, users } from "./scene.ts";

export const OTHER_CALLS: Readonly<Record<string, RouteCall>> = {
  "GET /api/export": admins(),
  "GET /api/backup": admins(),
  "GET /api/events": users(),
  "GET /api/openapi.json": anyone(),
};
