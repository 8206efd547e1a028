import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { successOf } from "#server/http/apiRoute.ts";
import { type ResponseValidator, responseValidator } from "#server/testing/responseValidator.ts";
import { expectProper } from "./answers.ts";
import { integrity, wrongRows } from "./database.ts";
import { requestsOf, type Sending } from "./requests.ts";
import { createWorld, type World } from "./world.ts";

/** Requests that a world meets before it begins anew. */
const EACH = 40;

/**
 * How many there are. `npm test` sends the same ones each time, so that a failure is the last
 * change's, and fewer to PostgreSQL, which takes longer; REQUESTS=… sends as many new ones.
 */
function runs(): { numRuns: number; seed?: number } {
  const asked = process.env["REQUESTS"];
  if (asked) return { numRuns: Math.ceil(Number(asked) / EACH) };
  const usual = process.env["TEST_DATABASE_URL"] ? 1_600 : 20_000;
  return { numRuns: usual / EACH, seed: 20_261_121 };
}

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

async function sendAll(sendings: Sending[], seen: Set<string>): Promise<void> {
  await world.beginAnew();
  for (const sending of sendings) {
    const told = await world.send(sending);
    seen.add(`${told.route} ${told.answer.status}`);
    try {
      expectProper(told, api);
    } catch (failure) {
      throw new Error(
        `${(failure as Error).message}\n${shortened(sending)}\n${told.answer.status} ${shortened(told.answer.body)}`,
        { cause: failure },
      );
    }
  }
  const wrong = await wrongRows(world.server.db);
  if (wrong.length > 0) throw new Error(`${wrong.join("\n")}\nafter ${shortened(sendings)}`);
}

/** Operations that have not been seen to succeed. */
const unseen = (seen: Set<string>): string[] =>
  world.server.app.apiRoutes
    .filter(({ method }) => method !== "HEAD")
    .map((route) => `${route.method} ${route.url} ${successOf(route)}`)
    .filter((success) => !seen.has(success));

test(
  "whatever is asked, by whomever, the server answers as described, and keeps its data in order",
  async () => {
    const seen = new Set<string>();
    const { numRuns, seed } = runs();
    // Now and then there is none: so what led to a failure is found by leaving the others out.
    const request = fc.option(requestsOf(api.document, columns), { freq: 1_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: EACH, maxLength: EACH }),
        async (requests) =>
          await sendAll(
            requests.filter((one) => one !== null),
            seen,
          ),
      ),
      { numRuns, ...(seed !== undefined && { seed }) },
    );
    expect(await integrity(world.server.db)).toEqual([]);
    // Requests that are all refused would prove little.
    if (numRuns * EACH >= 20_000) expect(unseen(seen)).toEqual([]);
  },
  10 * 60_000,
);
