import { afterEach, describe, expect, jest, test } from "@jest/globals";
import ICAL from "ical.js";
import type {
  SavedView,
  ViewCountsResponse,
  ViewResponse,
  ViewsResponse,
} from "#contract/shapes/view.ts";
import { DAY_MS } from "#contract/time.ts";
import { SHARED_VIEWS_MAX, VIEW_COUNT_MAX, VIEWS_MAX } from "#contract/view.ts";
import { actionOf, auditOf } from "#server/testing/audit.ts";
import { createTask } from "#server/testing/create.ts";
import { insertRows } from "#server/testing/rows.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { addTasks } from "#server/testing/taskRuns.ts";
import { purgeViews } from "./viewRows.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Ada" });
const bob = sharedUser(server, "member", { name: "Bob" });
const max = sharedUser(server, "member", { name: "Max" });

afterEach(() => void jest.restoreAllMocks());

const INPUT = { name: "Urgent", screen: "list", query: "priority=High" };
async function create(more: object = {}, by: TestUser = bob): Promise<SavedView> {
  const made = await by.call("POST", "/api/views", { ...INPUT, ...more });
  expect(made).toMatchObject({ status: 201 });
  return (made.body as ViewResponse).view;
}
const listed = async (by: TestUser) => (await by.call("GET", "/api/views")).body as ViewsResponse;
const names = async (by: TestUser) => (await listed(by)).views.map(({ name }) => name);
const patch = async (id: string, change: object, by: TestUser = bob) =>
  await by.call("PATCH", `/api/views/${id}`, change);
const counts = async (ids: string[], by: TestUser = bob) =>
  ((await by.call("GET", `/api/views/counts?ids=${ids.join()}`)).body as ViewCountsResponse).counts;
const refusal = (param: string, msg: string) => ({
  status: 400,
  body: { errors: [{ param, msg }] },
});

describe("saved views", () => {
  test("are listed by name for their owner, shared ones for all; others can't reach or change them", async () => {
    const own = await create({ name: "mine" });
    const shared = await create({ name: "All", shared: true });
    expect(own).toMatchObject({
      ...INPUT,
      name: "mine",
      shared: false,
      owner: { id: bob.user.id, name: "Bob" },
      version: 1,
    });
    expect([await names(bob), await names(max), await names(admin)]).toEqual([
      ["All", "mine"],
      ["All"],
      ["All"],
    ]);
    const gone = { status: 404, body: { error: "View not found" } };
    for (const by of [max, admin]) {
      expect(await patch(own.id, { name: "Taken" }, by)).toMatchObject(gone);
      expect(await by.call("DELETE", `/api/views/${own.id}`)).toMatchObject(gone);
      expect(await by.call("GET", `/api/views/${own.id}/tasks.csv`)).toMatchObject(gone);
      const start = await by.call("PUT", "/api/views/start", { view: own.id });
      expect(start).toMatchObject(gone);
      expect(await counts([own.id], by)).toEqual([]);
    }
    const forbidden = {
      status: 403,
      body: { error: "Only the owner of a view and admins may change it" },
    };
    expect(await patch(shared.id, { name: "Taken" }, max)).toMatchObject(forbidden);
    expect(await max.call("DELETE", `/api/views/${shared.id}`)).toMatchObject(forbidden);
  });

  test("keep the standard form of an address, and refuse filters that no screen has", async () => {
    const query =
      "?dense=true&groups=client&sort=title&search=a%20b&nonsense=1&priority=High&hidden=team&group=";
    expect(await create({ screen: "table", query })).toMatchObject({
      query: "search=a%20b&priority=High&sort=title&hidden=team&groups=client&dense=true",
    });
    const post = async (body: object) =>
      await bob.call("POST", "/api/views", { ...INPUT, ...body });
    expect(await post({ query: "due=someday" })).toMatchObject(
      refusal("query", expect.stringContaining("Due must be a day") as unknown as string),
    );
    expect(await post({ query: `search=${"x".repeat(4_000)}` })).toMatchObject(
      refusal("query", "Query must be at most 4000 characters"),
    );
    expect(await post({ name: " " })).toMatchObject(refusal("name", "View name is required"));
    expect(await post({ name: "x".repeat(61) })).toMatchObject(
      refusal("name", "View name must be at most 60 characters"),
    );
    expect(await post({ screen: "calendar" })).toMatchObject(
      refusal("screen", "Screen must be one of board, list, table"),
    );
    expect(await create({ query: "team=gone&assignee=gone" })).toMatchObject({
      query: "assignee=gone&team=gone",
    });
  });

  test("change with a version once, are deleted, restored for 30 days, and then purged", async () => {
    const { id } = await create();
    const changed = await patch(id, { name: "Renamed", query: "due=week", version: 1 });
    expect(changed.body).toMatchObject({
      view: { name: "Renamed", query: "due=week", version: 2 },
    });
    expect(await patch(id, { name: "Late", version: 1 })).toMatchObject({
      status: 409,
      body: { error: "Somebody else has changed the view since" },
    });
    expect((await patch(id, { name: "Renamed" })).body).toMatchObject({ view: { version: 2 } });
    expect(await patch(id, { version: 2 })).toMatchObject({ status: 400 });
    expect(await bob.call("DELETE", `/api/views/${id}`)).toMatchObject({ status: 204 });
    expect(await names(bob)).toEqual([]);
    const restored = await bob.call("POST", `/api/views/${id}/restore`);
    expect(restored.body).toMatchObject({ view: { name: "Renamed" } });
    expect(await bob.call("POST", `/api/views/${id}/restore`)).toMatchObject({ status: 404 });
    await bob.call("DELETE", `/api/views/${id}`);
    await purgeViews(server.db, new Date(server.clock.time.getTime() + 29 * DAY_MS));
    expect(await server.db.selectFrom("views").selectAll().execute()).toHaveLength(1);
    await purgeViews(server.db, new Date(server.clock.time.getTime() + 31 * DAY_MS));
    expect(await server.db.selectFrom("views").selectAll().execute()).toEqual([]);
    expect(await server.db.selectFrom("changes").selectAll().execute()).toEqual([]);
  });

  test("the audit log tells of shared views only", async () => {
    const { id } = await create();
    await patch(id, { name: "Secret plans" });
    await patch(id, { name: "Urgent", shared: true });
    await patch(id, { name: "Now" }, admin);
    await patch(id, { query: "" });
    await admin.call("DELETE", `/api/views/${id}`);
    await admin.call("POST", `/api/views/${id}/restore`);
    await patch(id, { shared: false });
    await patch(id, { name: "Mine" });
    expect((await auditOf(admin)).map(actionOf).toReversed()).toEqual([
      { action: "view.changed", actor: "Bob", details: { to: "shared" } },
      { action: "view.changed", actor: "Ada", details: { from: "Urgent", to: "Now" } },
      { action: "view.changed", actor: "Bob", details: {} },
      { action: "view.deleted", actor: "Ada", details: {} },
      { action: "view.restored", actor: "Ada", details: {} },
      { action: "view.changed", actor: "Bob", details: { to: "own" } },
    ]);
  });

  test("of a deleted user stay if they are shared, and belong to admins", async () => {
    await create({ name: "Own" });
    const { id } = await create({ name: "Shared", shared: true });
    await admin.call("PUT", `/api/users/${bob.user.id}`, { is_active: false });
    expect(await names(max)).toEqual(["Shared"]);
    await admin.call("DELETE", `/api/users/${bob.user.id}`);
    expect((await listed(max)).views).toMatchObject([{ name: "Shared", owner: null }]);
    expect(await server.db.selectFrom("views").select("name").execute()).toHaveLength(1);
    expect(await patch(id, { shared: false }, max)).toMatchObject({ status: 403 });
    expect((await patch(id, { shared: false }, admin)).body).toMatchObject({
      view: { owner: { name: "Ada" } },
    });
    expect(await names(admin)).toEqual(["Shared"]);
  });

  test("a user's start is a view that they see", async () => {
    const { id } = await create({ shared: true });
    const choose = async (view: string | null) =>
      await max.call("PUT", "/api/views/start", { view });
    expect(await choose(id)).toMatchObject({ status: 204 });
    expect([(await listed(max)).start, (await listed(bob)).start]).toEqual([id, null]);
    await patch(id, { shared: false });
    expect((await listed(max)).start).toBeNull();
    expect(await choose(id)).toMatchObject({ status: 404 });
    expect(await choose(null)).toMatchObject({ status: 204 });
  });

  test("there are at most 100 of a user, and 200 shared ones", async () => {
    const rows = (count: number, owner_id: string, shared: number) =>
      Array.from({ length: count }, (_none, index) => ({
        ...INPUT,
        screen: "list" as const,
        id: `${owner_id} ${index}`,
        owner_id,
        shared,
        version: 1,
        created_at: server.clock.time.toISOString(),
        deleted_at: null,
      }));
    await insertRows(server.db, "views", rows(VIEWS_MAX, bob.user.id, 0));
    await insertRows(server.db, "views", rows(SHARED_VIEWS_MAX, "other", 1));
    expect(await bob.call("POST", "/api/views", INPUT)).toMatchObject(
      refusal("name", "A user has at most 100 views"),
    );
    const { id } = await create({}, max);
    expect(await patch(id, { shared: true }, max)).toMatchObject(
      refusal("shared", "There are at most 200 shared views"),
    );
  });
});

describe("what views show", () => {
  test("is counted for several views at once, up to 500, by any filter and text", async () => {
    await addTasks(server, VIEW_COUNT_MAX + 1, { priority: "High" });
    await createTask(bob, { title: "Feed the cat", priority: "Low", due_date: "2026-03-20" });
    const ids = [];
    for (const query of ["priority=High", "search=cat", "due=week", "team=gone", ""]) {
      ids.push((await create({ query })).id);
    }
    expect(
      (await counts(ids)).map(({ total, atLeast }) => (atLeast ? `${total}+` : total)),
    ).toEqual(expect.arrayContaining(["500+", 1, 0, 0, "500+"]));
    await createTask(bob, { title: "Another cat", priority: "Low" });
    expect(await counts([ids[1] ?? ""])).toEqual([{ id: ids[1], total: 2 }]);
    const many = Array.from({ length: 21 }, (_none, index) => `v${index}`).join();
    expect(await bob.call("GET", `/api/views/counts?ids=${many}`)).toMatchObject(
      refusal("ids", "Ids must be at most 20 views' ids, comma-separated"),
    );
  });

  test("is downloaded as CSV by the view's name", async () => {
    await createTask(bob, { title: "Omega", priority: "High" });
    await createTask(bob, { title: "Alpha", priority: "High" });
    await createTask(bob, { title: "Other", priority: "Low" });
    const { id } = await create({ name: "Büro: urgent", query: "priority=High&sort=title" });
    const { headers, body } = await bob.call("GET", `/api/views/${id}/tasks.csv`);
    expect(headers["content-disposition"]).toBe(
      'attachment; filename="Buro-urgent-2026-03-15.csv"',
    );
    const lines = String(body).split("\r\n").slice(1, -1);
    expect(lines.map((line) => line.split(",")[1])).toEqual(["Alpha", "Omega"]);
  });

  test("is a calendar feed of its own, as long as its user sees the view", async () => {
    const nobody = { assignee_id: null };
    await createTask(max, {
      title: "Feed the cat",
      priority: "High",
      due_date: "2026-03-20",
      ...nobody,
    });
    await createTask(max, { title: "Low", priority: "Low", due_date: "2026-03-20", ...nobody });
    await createTask(max, { title: "No day", priority: "High" });
    const { id } = await create({ shared: true, query: "priority=High" });
    const text = await create({ shared: true, query: "search=cat" });
    const own = `/api/profile/calendar?view=${id}`;
    const pathOf = async (url: string) =>
      ((await max.call("POST", url)).body as { path: string }).path;
    const [path, plain] = [await pathOf(own), await pathOf("/api/profile/calendar")];
    const found = await pathOf(`/api/profile/calendar?view=${text.id}`);
    const read = async (url: string) => {
      const { statusCode, body } = await server.app.inject({ url });
      if (statusCode !== 200) return statusCode;
      const calendar = new ICAL.Component(ICAL.parse(body) as unknown[]);
      const events = calendar.getAllSubcomponents("vevent");
      return [
        String(calendar.getFirstPropertyValue("x-wr-calname")),
        ...events.map((event) => new ICAL.Event(event).summary),
      ];
    };
    expect(await read(path)).toEqual(["Urgent", "Feed the cat"]);
    expect(await read(found)).toEqual(["Urgent", "Feed the cat"]);
    expect(await read(plain)).toEqual(["Taskdeck"]);
    await patch(id, { name: "Renamed", query: "priority=Low" });
    expect(await read(path)).toEqual(["Renamed", "Low"]);
    expect((await max.call("GET", own)).body).toMatchObject({ calendar: {} });
    await patch(id, { shared: false });
    expect(await read(path)).toBe(404);
    expect(await max.call("POST", own)).toMatchObject({ status: 404 });
    await patch(id, { shared: true });
    expect(await read(path)).toEqual(["Renamed", "Low"]);
    await max.call("DELETE", own);
    expect([await read(path), await read(plain)]).toEqual([404, ["Taskdeck"]]);
  });
});
