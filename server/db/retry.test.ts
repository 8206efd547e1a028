import { expect, test } from "@jest/globals";
import { retryConflicts } from "./retry.ts";
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

test("does not retry other failures", async () => {
  const { work, runs } = failing("23505");
  await expect(retryConflicts(work)).rejects.toThrow("failed with 23505");
  expect(runs()).toBe(1);
});

test("throws DatabaseUnavailable after twenty attempts", async () => {
  const { work, runs } = failing(...Array<string>(30).fill("40001"));
  await expect(retryConflicts(work)).rejects.toThrow(DatabaseUnavailable);
  expect(runs()).toBe(20);
});
