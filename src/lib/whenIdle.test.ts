import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { startUntil, whenIdle } from "./whenIdle.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("the page is not idle before its first content", async () => {
  let hasContent = false;
  startUntil(() => hasContent);
  const done = jest.fn();
  const idle = whenIdle();
  void (async () => done(await idle))();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(done).not.toHaveBeenCalled();
  hasContent = true;
  await jest.advanceTimersByTimeAsync(3_000);
  expect(done).toHaveBeenCalledTimes(1);
});
