import { describe, expect, test } from "@jest/globals";
import { DESCRIPTION_MAX, SEARCH_MAX } from "#contract/task.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";

/* Regression tests for attacks that took down an earlier version. */

const server = sharedServer();

describe("searches of one member that nearly match very long texts", () => {
  const hostile = `${"a".repeat(SEARCH_MAX - 1)}b`;

  async function addLongTasks(): Promise<void> {
    const description = "a".repeat(DESCRIPTION_MAX);
    const at = "2026-03-15T12:00:00.000Z";
    const instants = { created_at: at, updated_at: at, status_changed_at: at };
    const shared = { title: "Task", status: "Todo", priority: "Low" } as const;
    for (let batch = 0; batch < 10; batch += 1) {
      const rows = Array.from({ length: 30 }, (_none, index) => ({
        id: `long-${batch}-${index}`,
        description,
        search_text: `task\n${description}`,
        ...instants,
        ...shared,
      }));
      await server.db.insertInto("tasks").values(rows).execute();
    }
  }

  test("other requests are answered while the searches run", async () => {
    await addLongTasks();
    const [attacker, other] = [await server.as("member"), await server.as("member")];
    const finished: string[] = [];
    const search = async (text: string) => {
      const { status } = await attacker.call("GET", `/api/tasks/search?search=${text}`);
      finished.push(`search ${status}`);
    };
    const texts = [hostile, "a".repeat(SEARCH_MAX), `b${hostile.slice(1)}`, "aaab", hostile, "ab"];
    const searches = Promise.all(texts.map(search));
    for (let call = 0; call < 5; call += 1) {
      expect(await other.call("GET", "/api/auth/me")).toMatchObject({ status: 200 });
      expect(await server.call("GET", "/healthz")).toMatchObject({ status: 200 });
    }
    finished.push("others");
    await searches;
    // A user may have four searches running or waiting, so two of these six are refused.
    expect(finished.indexOf("others")).toBeLessThan(finished.lastIndexOf("search 200"));
    expect(finished.filter((name) => name === "search 429")).toHaveLength(2);
    expect(finished.filter((name) => name === "search 200")).toHaveLength(4);
  });
});
