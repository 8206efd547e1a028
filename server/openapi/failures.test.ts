import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { failLinks, failProviders, failSessions } from "#server/testing/failedCalls/accounts.ts";
import { type CheckedCalls, startCheckedCalls } from "#server/testing/failedCalls/checkedCalls.ts";
import { failTokens, failWebhooks, repeatAfterEnd } from "#server/testing/failedCalls/secrets.ts";
import { failImports, failTaskRuns, failTasks } from "#server/testing/failedCalls/tasks.ts";
import { failUserRuns, failUsers } from "#server/testing/failedCalls/users.ts";

/* The tests of mass assignment check each route's success. These check its failures. */

let checked: CheckedCalls;
beforeAll(async () => {
  checked = await startCheckedCalls();
});
afterAll(() => checked.server.close());

test.each([
  ["sessions and the profile", failSessions],
  ["imports", failImports],
  ["bulk actions on users", failUserRuns],
  ["bulk actions on tasks", failTaskRuns],
  ["tasks, including versions and conflicts,", failTasks],
  ["users and teams", failUsers],
  ["repeated requests whose secret has ended since", repeatAfterEnd],
  ["API tokens", failTokens],
  ["webhooks", failWebhooks],
  ["sign-ins with a provider", failProviders],
  ["links", failLinks],
  ["the event stream", async ({ call }: CheckedCalls) => void (await call("GET /api/events"))],
])("responses of %s match the document", async (_subject, fail) => await fail(checked));

test("shared failures match the document on every route", async () => {
  const { server, call } = checked;
  const member = await server.as("member");
  for (const { method, url, access, body, upload, bodyLimit } of server.app.apiRoutes) {
    if (method === "HEAD") continue;
    const route = `${method} ${url}`;
    if (access !== "public") expect(await call(route, { by: null })).toMatchObject({ status: 401 });
    if (access === "admin")
      expect(await call(route, { by: member })).toMatchObject({ status: 403 });
    if (url.includes(":") && body === undefined) {
      expect(await call(route, { ids: ["none", "none"] })).toMatchObject({ status: 404 });
    }
    if (method !== "GET" && !upload) {
      const large = JSON.stringify({ title: "x".repeat(bodyLimit ?? 65_536) });
      expect(await call(route, { body: large })).toMatchObject({ status: 413 });
      const headers = { "content-type": "text/plain" };
      expect(await call(route, { body: "{}", headers })).toMatchObject({ status: 415 });
      expect(await call(route, { body: "{" })).toMatchObject({ status: 400 });
    }
  }
});

test("every failure that a route declares occurred above", () => {
  // 422 and 429 have their own tests; every success is in routeCalls.ts.
  const unseen = checked.server.app.apiRoutes.flatMap(({ method, url, failures = {} }) =>
    Object.keys(failures)
      .map((status) => `${method} ${url} ${status}`)
      .filter((failure) => !/^HEAD| (422|429)$/.test(failure) && !checked.seen.has(failure)),
  );
  expect(unseen).toEqual([]);
});
