import { afterEach, describe, expect, jest, test } from "@jest/globals";
import ICAL from "ical.js";
import { NEW_TASK } from "#contract/taskFields.ts";
import { DAY_MS } from "#contract/time.ts";
import { createTask } from "#server/testing/create.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { addTasks } from "#server/testing/taskRuns.ts";
import { feedText } from "./feed.ts";

const server = sharedServer({ config: { publicUrl: "https://tasks.example.com" } });
const ada = sharedUser(server, "admin", { name: "Ada" });
const bob = sharedUser(server, "member", { name: "Bob" });

afterEach(() => {
  jest.restoreAllMocks();
});

const OWN = "/api/profile/calendar";

async function turnOn(by = bob): Promise<string> {
  const { status, body } = await by.call("POST", OWN);
  expect(status).toBe(201);
  return (body as { path: string }).path;
}

const subscribe = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: path, headers });

/** The events of a feed, as an independent parser reads them. */
function eventsOf(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
}

const read = async (path: string) => eventsOf((await subscribe(path)).body);

const create = async (fields: object, by = ada) =>
  (await createTask(by, { assignee_id: bob.user.id, ...fields })).id;

describe("the events of a calendar feed", () => {
  test("are the user's tasks with a due date: whole days that end on the next day, with UID, link and status", async () => {
    const title = "Ship it; or, not\\ ☕".padEnd(120, "é");
    const description = `First\nsecond ${"x".repeat(600)}`;
    const id = await create({ title, description, due_date: "2026-03-31", priority: "High" });
    await create({ due_date: null });
    await create({ due_date: "2026-04-02", assignee_id: ada.user.id });
    const response = await subscribe(await turnOn());
    expect(response.headers["content-type"]).toBe("text/calendar; charset=utf-8");
    for (const line of response.body.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
    const [event, ...others] = eventsOf(response.body);
    expect(others).toEqual([]);
    expect(event?.startDate.isDate).toBe(true);
    expect(event?.startDate.toString()).toBe("2026-03-31");
    expect(event?.endDate.toString()).toBe("2026-04-01");
    expect(event?.uid).toBe(`${id}@taskdeck`);
    expect(event?.summary).toBe(title);
    expect(event?.description).toMatch(/^First\nsecond x{487}…$/);
    const property = (name: string) => String(event?.component.getFirstPropertyValue(name));
    expect(property("url")).toBe(`https://tasks.example.com/tasks/${id}`);
    expect(property("status")).toBe("CONFIRMED");
    expect(property("transp")).toBe("TRANSPARENT");
    expect(property("priority")).toBe("1");
    expect(property("dtstamp")).toBe("2026-03-15T12:00:00Z");
  });

  test("have no end on the last day that can be written", async () => {
    await create({ due_date: "9999-12-31" });
    const { body } = await subscribe(await turnOn());
    expect(body).toContain("DTSTART;VALUE=DATE:99991231\r\n");
    expect(body).not.toContain("DTEND");
    expect(eventsOf(body)).toHaveLength(1);
  });

  test("are all there, also if they are written in several steps", async () => {
    const fields = { due_date: "2026-03-31", assignee_id: bob.user.id };
    const ids = await addTasks(server, 120, fields);
    const events = await read(await turnOn());
    expect(events.map(({ uid }) => uid).toSorted()).toEqual(
      ids.map((id) => `${id}@taskdeck`).toSorted(),
    );
  });

  test("keep their UID after a change, and done tasks stay for 30 days", async () => {
    const path = await turnOn();
    const id = await create({ title: "Water plants", due_date: "2026-03-20" });
    const [before] = await read(path);
    server.clock.advance(DAY_MS);
    await bob.call("PATCH", `/api/tasks/${id}`, { status: "Done", due_date: "2026-03-25" });
    const [after] = await read(path);
    expect(after?.uid).toBe(before?.uid);
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    expect(after?.summary).toBe("✓ Water plants");
    expect(after?.startDate.toString()).toBe("2026-03-25");
    server.clock.advance(29 * DAY_MS);
    expect(await read(path)).toHaveLength(1);
    server.clock.advance(2 * DAY_MS);
    expect(await read(path)).toHaveLength(0);
  });

  test("have the same day in every time zone of the server", async () => {
    const at = "2026-03-15T12:00:00.000Z";
    const times = { due_date: "2026-03-29", created_at: at, updated_at: at };
    const task = { ...NEW_TASK, ...times, id: "t", title: "Task", version: 1, labels: ["a, b"] };
    const before = process.env["TZ"];
    try {
      for (const zone of ["America/Los_Angeles", "Pacific/Kiritimati", "Europe/Berlin"]) {
        process.env["TZ"] = zone;
        const text = await feedText([task], { name: "Taskdeck", appUrl: null });
        expect(text).toContain("DTSTART;VALUE=DATE:20260329\r\nDTEND;VALUE=DATE:20260330\r\n");
        expect(text).toContain("\r\nCATEGORIES:a\\, b\r\n");
      }
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });
});

describe("the address of a calendar feed", () => {
  test("is shown once, only its hash is stored, and the audit log records it", async () => {
    expect(await bob.call("GET", OWN)).toMatchObject({ body: { calendar: null } });
    const path = await turnOn();
    expect(path).toMatch(/^\/api\/calendar\/[\w-]{43}\.ics$/);
    const token = path.slice("/api/calendar/".length, -".ics".length);
    const { body } = await bob.call("GET", OWN);
    expect(body).toEqual({ calendar: { created_at: "2026-03-15T12:00:00.000Z" } });
    const stored = await server.db.selectFrom("secrets").selectAll().execute();
    const log = await server.db.selectFrom("changes").selectAll().execute();
    expect(JSON.stringify([stored, log])).not.toContain(token);
    expect(log).toMatchObject([{ kind: "user.calendar_feed_created", actor_name: "Bob" }]);
  });

  test("a new address revokes the old one, and turning the feed off revokes it too", async () => {
    const first = await turnOn();
    const second = await turnOn();
    expect(await subscribe(first)).toMatchObject({ statusCode: 404 });
    expect(await subscribe(second)).toMatchObject({ statusCode: 200 });
    expect(await bob.call("DELETE", OWN)).toMatchObject({ status: 204 });
    expect(await bob.call("DELETE", OWN)).toMatchObject({ status: 204 });
    expect(await subscribe(second)).toMatchObject({ statusCode: 404 });
    const { body } = await ada.call("GET", "/api/audit?action=user.calendar_feed_revoked");
    expect((body as { entries: unknown[] }).entries).toHaveLength(1);
  });

  test("responds with 404 for a deactivated user, and for anything that isn't the address of a feed", async () => {
    const path = await turnOn();
    await ada.call("PUT", `/api/users/${bob.user.id}`, { is_active: false });
    const token = "A".repeat(43);
    for (const url of [
      path,
      path.slice(0, -4),
      `/api/calendar/${token}.ics`,
      "/api/calendar/x.ics",
    ]) {
      expect(await subscribe(url)).toMatchObject({ statusCode: 404 });
    }
    await ada.call("DELETE", `/api/users/${bob.user.id}`);
    expect(await server.db.selectFrom("secrets").select("ended_as").execute()).toEqual([
      { ended_as: "revoked" },
    ]);
  });

  test("responds with 304 until something changes", async () => {
    const path = await turnOn();
    const id = await create({ due_date: "2026-03-20" });
    const tag = String((await subscribe(path)).headers.etag);
    expect(await subscribe(path, { "if-none-match": tag })).toMatchObject({
      statusCode: 304,
      body: "",
    });
    const weak = { "if-none-match": `"other", W/${tag}` };
    expect(await subscribe(path, weak)).toMatchObject({ statusCode: 304 });
    await bob.call("PATCH", `/api/tasks/${id}`, { title: "Renamed" });
    expect(await subscribe(path, { "if-none-match": tag })).toMatchObject({ statusCode: 200 });
  });

  test("is limited: a calendar that reads too often gets a 429", async () => {
    const path = await turnOn();
    for (let count = 0; count < 30; count += 1) await subscribe(path);
    const refused = await subscribe(path);
    expect(refused).toMatchObject({ statusCode: 429 });
    expect(refused.headers["retry-after"]).toBeDefined();
    server.clock.advance(10 * 60_000);
    expect(await subscribe(path)).toMatchObject({ statusCode: 200 });
  });
});
