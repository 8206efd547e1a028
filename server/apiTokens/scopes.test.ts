import { beforeAll, describe, expect, test } from "@jest/globals";
import { API_TOKEN_SCOPES, type ApiTokenScope } from "#contract/apiToken.ts";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import { ROUTE_CALLS } from "#server/testing/routeCalls.ts";
import { type Call } from "#server/testing/server.ts";
import { fileServer } from "#server/testing/sharedServer.ts";

/** The routes that need a session. The rest of the list of all routes is open to tokens. */
const FOR_SESSIONS = [
  "GET /api/auth/me",
  "DELETE /api/auth/sessions",
  "PUT /api/profile",
  "PUT /api/profile/password",
  "DELETE /api/profile/identities/:id",
  "POST /api/profile/calendar",
  "DELETE /api/profile/calendar",
  "POST /api/setup/close",
  "POST /api/setup/admin",
  "GET /api/tokens",
  "POST /api/tokens",
  "DELETE /api/tokens/:id",
  "PUT /api/users/:id",
  "DELETE /api/users/:id",
  "POST /api/users/:id/reset-link",
  "POST /api/users/:id/identities/:identityId/confirm",
  "DELETE /api/users/:id/identities/:identityId",
  "POST /api/invitations",
  "POST /api/links/:id/renew",
  "DELETE /api/links/:id",
  "POST /api/user-runs",
  "POST /api/user-runs/check",
  "POST /api/user-runs/:id/stop",
  "POST /api/user-runs/:id/undo",
  "GET /api/webhooks",
  "POST /api/webhooks",
  "PATCH /api/webhooks/:id",
  "DELETE /api/webhooks/:id",
  "POST /api/webhooks/:id/secret",
  "POST /api/webhooks/:id/test",
  "GET /api/webhooks/:id/deliveries",
  "POST /api/webhooks/:id/deliveries/:deliveryId/redelivery",
];

/** What a call of a route by an admin's token of this scope gets; undefined: it is allowed. */
function refusal(route: string, scope: ApiTokenScope): string | undefined {
  if (FOR_SESSIONS.includes(route)) return "API tokens may not do this. Please sign in";
  if (scope === "read" && !route.startsWith("GET ")) return "This API token may only read";
  const { access } = ROUTE_CALLS[route] ?? {};
  return access === "admin" && scope !== "admin" ? "Only admins may do this" : undefined;
}

const server = fileServer();
const calls: Partial<Record<string, Call>> = {};

beforeAll(async () => {
  const admin = await server.as("admin");
  for (const scope of API_TOKEN_SCOPES) {
    const { body } = await admin.call("POST", "/api/tokens", { name: scope, scope, days: 7 });
    calls[scope] = server.callWith((body as ApiTokenCreatedResponse).secret);
  }
});

const routes = Object.entries(ROUTE_CALLS)
  .filter(([, { access }]) => access !== "public")
  .map(([route]) => route);

test("only routes that exist need a session", () => {
  expect(FOR_SESSIONS.filter((route) => !routes.includes(route))).toEqual([]);
});

describe.each(API_TOKEN_SCOPES)("a token with the scope %s", (scope) => {
  test.each(routes)("%s", async (route) => {
    const [method, pattern = ""] = route.split(" ");
    const url = pattern.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000000");
    const hasBody = method !== "GET" && method !== "DELETE";
    const { status, body } =
      (await calls[scope]?.(method as Parameters<Call>[0], url, hasBody ? {} : undefined)) ?? {};
    const error = refusal(route, scope);
    if (error !== undefined) expect({ status, body }).toEqual({ status: 403, body: { error } });
    else expect([200, 201, 204, 400, 404]).toContain(status);
  });
});
