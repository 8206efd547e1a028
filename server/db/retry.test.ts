import { expect, test } from "@jest/globals";
import { retried } from "./retry.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** Work that fails with these SQLSTATEs one after the other, and then succeeds. */
function failing(...codes: string[]) {
  let runs = 0;
  const work = async () => {
    runs += 1;
    const code = codes.shift();
    if (code) throw Object.assign(new Error(`failed with ${code}`), { code });
    return "done";
  };
  return { work, runs: () => runs };
}

test("serialisation failures and deadlocks are tried again", async () => {
  const { work, runs } = failing("40001", "40P01", "40001");
  expect(await retried(work)).toBe("done");
  expect(runs()).toBe(4);
});

test("other failures are not", async () => {
  const { work, runs } = failing("23505");
  await expect(retried(work)).rejects.toThrow("failed with 23505");
  expect(runs()).toBe(1);
});

test("after twenty attempts the database counts as unavailable", async () => {
  const { work, runs } = failing(...Array<string>(30).fill("40001"));
  await expect(retried(work)).rejects.toThrow(DatabaseUnavailable);
  expect(runs()).toBe(20);
});
