import { describe, expect, test } from "@jest/globals";
import type { TaskPageResponse } from "#contract/shapes/task.ts";
import { EXCERPT_MAX } from "#contract/task.ts";
import { NEW_TASK, type TaskFieldValues } from "#contract/taskFields.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { insertTask } from "./queries.ts";

/* search/findTasks.test.ts compares pages, filters and totals with a scan of all tasks. */

const server = sharedServer();
const member = sharedUser(server, "member");

const blank: TaskFieldValues = { ...NEW_TASK, title: "A task" };

const add = async (fields: Partial<TaskFieldValues>, at = server.clock.time) =>
  await insertTask(server.db, { ...blank, ...fields }, member.user.id, at);

async function search(query: Record<string, string> = {}): Promise<TaskPageResponse> {
  const answer = await member.call("GET", `/api/tasks/search?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.body as TaskPageResponse;
}

const titles = async (query: Record<string, string>) =>
  (await search(query)).tasks.map(({ title }) => title);

describe("pages", () => {
  test("the first 50 by default, newest first, with the contract's fields and the last change", async () => {
    for (let minute = 0; minute < 51; minute++) {
      await add({ title: `Task ${minute}` }, new Date(Date.UTC(2026, 0, 1, 0, minute)));
    }
    const { tasks, pagination } = await search();
    expect(pagination).toEqual({ page: 1, limit: 50, total: 51, totalPages: 2 });
    expect(tasks.map(({ title }) => title).slice(0, 2)).toEqual(["Task 50", "Task 49"]);
    expect(tasks).toHaveLength(50);
    expect(Object.keys(tasks[0] ?? {}).sort()).toEqual(
      [...Object.keys(blank), "id", "created_at", "updated_at", "labels"].sort(),
    );
    expect((await search({ page: "2" })).tasks.map(({ title }) => title)).toEqual(["Task 0"]);
  });

  test("without matches there are no pages; a page after the last is empty", async () => {
    expect(await search()).toEqual({
      tasks: [],
      pagination: { page: 1, limit: 50, total: 0, totalPages: 0 },
    });
    await add({});
    expect(await search({ page: "1000000000" })).toMatchObject({
      tasks: [],
      pagination: { total: 1, totalPages: 1 },
    });
  });
});

describe("the text", () => {
  test.each([
    ["100% done", "0%", "1000 done"],
    ["snake_case", "e_c", "snake case"],
    ["it's quoted", "t's", "its quoted"],
    [String.raw`C:\temp`, String.raw`:\t`, "C:/temp"],
    ["x' OR '1'='1", "' OR '", "x or 1"],
  ])("%s is found by %s, %s isn't", async (title, text, other) => {
    await add({ title });
    await add({ title: other });
    expect(await titles({ search: text })).toEqual([title]);
  });

  test("says where it was found, with a part of the comment", async () => {
    const { id } = await add({ title: "Check the invoices", description: "new VAT rates" });
    const foundIn = async (text: string) => {
      const [task] = (await search({ search: text })).tasks;
      return [task?.found, task?.excerpt];
    };
    expect(await foundIn("invoices check")).toEqual(["title", undefined]);
    expect(await foundIn("invoices vat")).toEqual(["description", undefined]);
    const before = "All of it was sent to the office in the harbour last week. ";
    const comment = `${before}The ACCOUNTANT\nanswers${" later".repeat(40)}`;
    const path = `/api/tasks/${id}/comments`;
    const made = await member.call("POST", path, { comment });
    const [place, excerpt] = await foundIn("accountant vat");
    expect(place).toBe("comment");
    expect(excerpt).toMatch(/^….*harbour last week\. The ACCOUNTANT answers later.*…$/);
    expect(excerpt).toHaveLength(EXCERPT_MAX);
    expect((await search()).tasks[0]).not.toHaveProperty("found");
    const { id: commentId } = made.body as { id: string };
    await member.call("PATCH", `${path}/${commentId}`, { comment: "Nobody" });
    expect(await titles({ search: "accountant" })).toEqual([]);
    expect(await foundIn("nobody")).toEqual(["comment", "Nobody"]);
    await member.call("DELETE", `${path}/${commentId}`);
    expect(await titles({ search: "nobody" })).toEqual([]);
  });

  test("comments of a restored task are found again", async () => {
    const admin = await server.as("admin");
    const { id } = await add({ title: "Kept" });
    await member.call("POST", `/api/tasks/${id}/comments`, { comment: "Zebra" });
    await member.call("DELETE", `/api/tasks/${id}`);
    expect(await titles({ search: "zebra" })).toEqual([]);
    await admin.call("POST", `/api/tasks/${id}/restore`);
    expect(await titles({ search: "zebra" })).toEqual(["Kept"]);
  });
});
