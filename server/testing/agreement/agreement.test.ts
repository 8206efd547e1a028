import { test } from "@jest/globals";
import fc from "fast-check";
import { carryOut, command } from "./commands.ts";
import { checkAgreement } from "./expectations.ts";
import { World } from "./world.ts";

/*
 * Whatever is done, refused, repeated or interrupted, on PostgreSQL at two servers: the record agrees with
 * the data and with its readers.
 */

const USUAL = process.env["TEST_DATABASE_URL"] ? 300 : 600;
const RUNS = Math.ceil(Number(process.env["SCHEDULES"] ?? USUAL) / 100);
const COMMANDS = 60;

test(
  "history, audit log, deliveries, inbox, secrets and live updates agree with each other and with the data",
  async () => {
    const sequence = fc.array(command, { minLength: COMMANDS, maxLength: COMMANDS });
    await fc.assert(
      fc.asyncProperty(sequence, async (commands) => {
        await using world = await World.open();
        for (const one of commands) await carryOut(world, one);
        await checkAgreement(world);
      }),
      { numRuns: RUNS, seed: Number(process.env["TEST_SEED"]), endOnFailure: true },
    );
  },
  300_000 + RUNS * 30_000,
);
