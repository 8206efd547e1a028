import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { successOf } from "#server/http/apiRoute.ts";
import { type ResponseValidator, responseValidator } from "#server/testing/responseValidator.ts";
import { invalidRows } from "./database.ts";
import { type FuzzRequest, requestsOf } from "./requests.ts";
import { requireValidResponse } from "./validResponse.ts";
import { createWorld, type World } from "./world.ts";

/** The number of requests per run. Each run starts with fresh data. */
const REQUESTS_PER_RUN = 40;

/** With this many requests, every operation must have a successful response. */
const REQUESTS_TO_SEE_ALL = 20_000;
/** The maximum number of runs with only those operations that have had no successful response by then. */
const EXTRA_RUNS_MAX = 50;

/**
 * The number of requests. PostgreSQL gets fewer, because it is slower. REQUESTS sets another number,
 * as `npm run test:deep` does.
 */
const REQUESTS = Number(
  process.env["REQUESTS"] ?? (process.env["TEST_DATABASE_URL"] ? 1_000 : 4_000),
);

let world: World;
let api: ResponseValidator;
let columns: string[];

beforeAll(async () => {
  world = await createWorld();
  api = await responseValidator(world.server.app.apiRoutes);
  const tables = await world.server.db.introspection.getTables();
  columns = [...new Set(tables.flatMap((table) => table.columns.map(({ name }) => name)))];
});
afterAll(() => world.close());

const shortened = (value: unknown) => {
  const text = JSON.stringify(value);
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text;
};

async function sendAll(requests: FuzzRequest[], seen: Set<string>): Promise<void> {
  await world.reset();
  for (const request of requests) {
    const told = await world.send(request);
    seen.add(`${told.route} ${told.answer.status}`);
    try {
      requireValidResponse(told, api);
    } catch (failure) {
      throw new Error(
        `${(failure as Error).message}\n${shortened(request)}\n${told.answer.status} ${shortened(told.answer.body)}`,
        { cause: failure },
      );
    }
  }
  const wrong = await invalidRows(world.server.db);
  if (wrong.length > 0) throw new Error(`${wrong.join("\n")}\nafter ${shortened(requests)}`);
}

/** Operations without a successful response, by their names in the API document. */
const unseen = (seen: Set<string>): ReadonlySet<string> =>
  new Set(
    world.server.app.apiRoutes
      // The operations of a provider need one, and the first admin is made once: server/oidc/ and
      // server/setup/ test them.
      .filter(({ tag, url }) => tag !== "OpenID Connect" && url !== "/api/setup/admin")
      .filter(({ method }) => method !== "HEAD")
      .filter((route) => !seen.has(`${route.method} ${route.url} ${successOf(route)}`))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, "{$1}")}`),
  );

test(
  "fuzz: every response matches the OpenAPI document, and the data stays consistent",
  async () => {
    const seen = new Set<string>();
    const numRuns = Math.ceil(REQUESTS / REQUESTS_PER_RUN);
    // Some entries are null, so that fast-check can shrink a failure by leaving requests out.
    const request = fc.option(requestsOf(api.document, columns), { freq: 1_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: REQUESTS_PER_RUN, maxLength: REQUESTS_PER_RUN }),
        async (requests) =>
          await sendAll(
            requests.filter((one) => one !== null),
            seen,
          ),
      ),
      // The timeout tells which requests got no response.
      { numRuns, seed: Number(process.env["TEST_SEED"]), timeout: 120_000 },
    );
    if (REQUESTS < REQUESTS_TO_SEE_ALL) return;
    for (let run = 0; run < EXTRA_RUNS_MAX && unseen(seen).size > 0; run += 1) {
      const rest = requestsOf(api.document, columns, unseen(seen));
      await sendAll(fc.sample(rest, { numRuns: REQUESTS_PER_RUN, seed: run }), seen);
    }
    expect([...unseen(seen)]).toEqual([]);
  },
  10 * 60_000,
);
