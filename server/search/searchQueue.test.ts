import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { SearchQueue } from "./searchQueue.ts";

/** Searches that the test ends. */
function searches(queue: SearchQueue) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (user: string, name: string) =>
    queue.run(user, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
    });
  return { started, ask, end: (name: string) => ends.get(name)?.() };
}

test("runs one search of each user at a time, and at most as many as there are slots", async () => {
  const { started, ask, end } = searches(new SearchQueue(2));
  const all = [ask("ann", "a1"), ask("ann", "a2"), ask("bob", "b1"), ask("cy", "c1")];
  await nextTurn();
  expect(started).toEqual(["a1", "b1"]);
  end("b1");
  await all[2];
  await nextTurn();
  expect(started).toEqual(["a1", "b1", "c1"]);
  end("a1");
  await all[0];
  await nextTurn();
  expect(started).toEqual(["a1", "b1", "c1", "a2"]);
  end("a2");
  end("c1");
  await Promise.all(all);
});

test("refuses the fifth search of a user with 429, and accepts one again afterwards", async () => {
  const { ask, end } = searches(new SearchQueue(1));
  const all = ["1", "2", "3", "4"].map((name) => ask("ann", name));
  await expect(ask("ann", "5")).rejects.toMatchObject({ statusCode: 429, retryAfterSeconds: 1 });
  for (const [place, search] of all.entries()) {
    end(String(place + 1));
    await search;
    await nextTurn();
  }
  const later = ask("ann", "6");
  await nextTurn();
  end("6");
  await later;
});

test("a search that fails frees its slot", async () => {
  const queue = new SearchQueue(1);
  await expect(queue.run("ann", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect(await queue.run("ann", async () => "found")).toBe("found");
});
