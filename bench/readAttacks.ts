import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { openDatabase } from "#server/db/open.ts";
import { insertRows } from "#server/testing/rows.ts";
import { type Attack, countsOf, type Target, timed } from "./attackTarget.ts";
import { addTasks } from "./fill.ts";

/** Adds tasks of nobody, each with the record of its creation. */
async function addRecordedTasks({ where }: Target, count: number): Promise<void> {
  const ids = await addTasks(where, count);
  await using db = openDatabase(where);
  const actor = { actor_id: "eve", actor_name: "Eve", at: new Date().toISOString() };
  const subject = { subject_kind: "task", subject_name: "Task" } as const;
  const empty = { team_id: null, tab: null, origin: null, part_of: null, inboxes: null };
  const change = { kind: "task.created", details: "{}", fields: "[]", audited: 0 } as const;
  const shared = { ...actor, ...subject, ...empty, ...change };
  const rows = ids.map((subject_id) => Object.assign({ id: randomUUID(), subject_id }, shared));
  await insertRows(db, "changes", rows);
}

async function lastEvent({ call }: Target): Promise<{ epoch: string; number: number }> {
  const response = await call("GET", "/api/auth/me");
  await response.arrayBuffer();
  const [epoch = "", number = ""] = (response.headers.get(EVENT_ID_HEADER) ?? "").split("-");
  return { epoch, number: Number(number) };
}

/** Opens a stream, and reads it until it is ready or closed. Returns the response's status. */
async function resume({ server, session }: Target, lastEventId: string): Promise<Response> {
  const opening = new AbortController();
  const response = await fetch(`${server.url}/api/events`, {
    headers: { authorization: `Bearer ${session.accessToken}`, "last-event-id": lastEventId },
    signal: opening.signal,
  });
  let text = "";
  const decoder = new TextDecoder();
  const read = async () => {
    for await (const part of response.body ?? []) {
      text = text.slice(-100) + decoder.decode(part, { stream: true });
      if (text.includes("event: ready")) break;
    }
  };
  await read().catch(() => undefined);
  opening.abort();
  return response;
}

/** Attacks by lists whose filter matches nothing, and by event streams. */
export const READ_ATTACKS: Record<string, Attack> = {
  "20. the activity among 10,000 changes, 64 times at once, with a filter without matches": async (
    target,
  ) => {
    await addRecordedTasks(target, 10_000);
    const read = async () => {
      const response = await target.call("GET", "/api/activity?scope=mine&kind=deleted");
      await response.arrayBuffer();
      return response;
    };
    const responses: Response[] = [];
    const ms = await timed(async () => {
      responses.push(...(await Promise.all(Array.from({ length: 64 }, read))));
    });
    return `${countsOf(responses)} in ${ms} ms`;
  },
  "21. 200 event streams that resume after 990 missed changes": async (target) => {
    await addRecordedTasks(target, 990);
    // The server looks every second for what another program has recorded.
    await pause(3_000);
    const now = await lastEvent(target);
    const id = `${now.epoch}-${now.number - 990}`;
    const responses: Response[] = [];
    const ms = await timed(async () => {
      const all = Array.from({ length: 200 }, () => resume(target, id));
      responses.push(...(await Promise.all(all)));
    });
    return `${countsOf(responses)} in ${ms} ms`;
  },
};
