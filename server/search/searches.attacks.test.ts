import { describe, expect, test } from "@jest/globals";
import { DESCRIPTION_MAX, SEARCH_MAX } from "#contract/task.ts";
import { createTask } from "#server/testing/create.ts";
import { insertRows } from "#server/testing/rows.ts";
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

describe("lists of one member whose filter matches nothing among very many changes", () => {
  /** Records the same change of a task very often. */
  async function addChanges(task: string): Promise<void> {
    const { number: _number, ...change } = await server.db
      .selectFrom("changes")
      .selectAll()
      .where("subject_id", "=", task)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 20_000 }, (_none, index) =>
      Object.assign({}, change, { id: `${index}`, kind: "task.changed", fields: "[]" }),
    );
    await insertRows(server.db, "changes", rows);
  }

  test.each([
    ["activity", () => "/api/activity?scope=mine&kind=deleted"],
    // A burst that changes nothing in the end has no entry.
    ["history", (task: string) => `/api/tasks/${task}/history`],
  ])("%s: other requests are answered while the lists are read", async (_what, urlOf) => {
    const [attacker, other] = [await server.as("member"), await server.as("member")];
    const { id } = await createTask(other);
    await addChanges(id);
    const finished: string[] = [];
    const read = async () => {
      const { status } = await attacker.call("GET", urlOf(id));
      finished.push(`list ${status}`);
    };
    const lists = Promise.all(Array.from({ length: 64 }, read));
    for (let call = 0; call < 5; call += 1) {
      expect(await other.call("GET", "/api/auth/me")).toMatchObject({ status: 200 });
    }
    finished.push("others");
    await lists;
    expect(finished.indexOf("others")).toBeLessThan(finished.indexOf("list 200"));
    // A user may have four of them running or waiting.
    expect(finished).toContain("list 429");
  });
});
