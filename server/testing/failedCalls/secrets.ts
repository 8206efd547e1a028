import { expect } from "@jest/globals";
import { API_TOKENS_MAX } from "#contract/apiToken.ts";
import type { MadeLink } from "#contract/link.ts";
import { WEBHOOKS_MAX } from "#contract/webhook.ts";

import { type CheckedCalls } from "./checkedCalls.ts";

/** Repeats of requests whose secret has ended since. */
export async function repeatAfterEnd({ server, call, create }: CheckedCalls): Promise<void> {
  const headers = { "idempotency-key": "attempt-number-0001" };
  const webhook = { url: "https://example.com/hook", events: "task.created" };
  const { user } = await server.as("member");
  const { body } = await call("POST /api/users/:id/reset-link", { ids: [user.id] });
  const hooks = [await create("POST /api/webhooks", webhook)];
  const links = [(body as MadeLink).link.id];
  const cases: [route: string, ids: string[], end: (made: unknown) => Promise<unknown>][] = [
    ["POST /api/profile/calendar", [], () => call("DELETE /api/profile/calendar")],
    [
      "POST /api/webhooks/:id/secret",
      hooks,
      () => call("POST /api/webhooks/:id/secret", { ids: hooks }),
    ],
    [
      "POST /api/links/:id/renew",
      links,
      (made) => call("DELETE /api/links/:id", { ids: [(made as MadeLink).link.id] }),
    ],
  ];
  for (const [route, ids, end] of cases) {
    const first = await call(route, { ids, headers });
    expect([route, first.status]).toEqual([route, 201]);
    await end(first.body);
    expect([route, await call(route, { ids, headers })]).toMatchObject([route, { status: 409 }]);
  }
  await call("DELETE /api/webhooks/:id", { ids: hooks });
}

/** API tokens, and the first admin. */
export async function failTokens({ call, create }: CheckedCalls): Promise<void> {
  const body = { name: "Script", scope: "read", days: 7 };
  await call("POST /api/tokens", { body: {} });
  for (let count = 0; count < API_TOKENS_MAX; count += 1) await create("POST /api/tokens", body);
  expect(await call("POST /api/tokens", { body })).toMatchObject({ status: 409 });
  expect(await call("POST /api/setup/admin", {})).toMatchObject({ status: 409 });
}

/** Webhooks. */
export async function failWebhooks({ call, create }: CheckedCalls): Promise<void> {
  const body = { url: "https://example.com/hook", events: "task.created" };
  const id = await create("POST /api/webhooks", body);
  await call("POST /api/webhooks", { body: {} });
  for (let made = 1; made < WEBHOOKS_MAX; made += 1) await create("POST /api/webhooks", body);
  expect(await call("POST /api/webhooks", { body })).toMatchObject({ status: 409 });
  await call("PATCH /api/webhooks/:id", { ids: [id], body: {} });
}
