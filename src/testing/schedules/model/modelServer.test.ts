import { afterAll, beforeAll, expect, it } from "@jest/globals";
import fc from "fast-check";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import type { Board } from "#contract/shapes/board.ts";
import type { LabelResponse } from "#contract/shapes/label.ts";
import type { Task } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { type Backend, startBackend } from "#testing/backend.ts";
import { runs } from "../runs.ts";
import { LABEL_NAMES, LABELS, type LabelId } from "./modelLabels.ts";
import { ModelServer } from "./modelServer.ts";

/*
 * The random schedules use the model in place of our server. Here both get the same calls, and must
 * respond alike. They name tasks, versions and positions differently.
 */

let server: Backend;
beforeAll(async () => {
  server = await startBackend();
});
afterAll(() => server.close());

const SEQUENCES = runs(40);

const status = fc.constantFrom(...TASK_STATUSES);
const title = fc.constantFrom("Task one", "Task two");
const card = fc.nat({ max: 4 });
/** The version that the client states: none, the current one, or the first one. */
const match = fc.constantFrom("none", "current", "first");
const labels = fc.subarray(LABELS, { maxLength: 2 });
const kinds = ["move", "edit", "save", "label", "read", "delete"] as const;
const when = (what: (typeof kinds)[number]) =>
  fc.record({ do: fc.constant(what), card, status, title, match, add: labels, remove: labels });

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("create" as const), status, title, key: fc.nat({ max: 3 }) }),
    ...kinds.map(when),
    fc.record({
      do: fc.constant("labelEnds" as const),
      label: fc.constantFrom(...LABELS),
      into: fc.constantFrom(null, "beta" as const),
    }),
  ),
  { minLength: 1, maxLength: 25, size: "max" },
);

/** A task at both servers, with the versions that both have named. */
interface Pair {
  own: string;
  real: string;
  versions: { own: string; real: string }[];
}

/** What both say has changed. */
interface Changes {
  tasks?: { id: string; before: string | null }[];
  removed?: string[];
}

type Method = "GET" | "POST" | "PUT" | "PATCH";

async function openBoth() {
  await server.clear();
  const [user, admin] = [await server.as("member"), await server.as("admin")];
  const model = new ModelServer("ours", { changed: () => undefined, wrote: () => undefined });
  for (const { id } of Object.values(model.board()).flat()) model.remove(id, 0);
  const authorization = `Bearer ${model.tokenOf("u1")}`;
  const pairs: Pair[] = [];
  const realLabels = new Map<string, string>();
  for (const id of LABELS) {
    const { body } = await user.call("POST", "/api/labels", { name: LABEL_NAMES[id] });
    realLabels.set(id, (body as LabelResponse).label.id);
  }
  const realLabel = (id: string) => realLabels.get(id) ?? id;
  const ownLabel = (id: string) => LABELS.find((one) => realLabel(one) === id) ?? id;
  /** The body with the real labels' ids. */
  const realBody = (body: object | undefined) =>
    body &&
    (JSON.parse(JSON.stringify(body), (_key, value: unknown) =>
      typeof value === "string" ? realLabel(value) : value,
    ) as object);

  const ask = (method: Method, path: string, body?: object, headers: object = {}) =>
    model.handle(
      {
        method,
        url: new URL(path, "http://model"),
        headers: new Headers({ authorization, ...headers }),
        body,
      },
      0,
    );

  /** Sends a call about a task to both, and compares the responses. */
  async function send(
    method: Method,
    pathOf: (id: string) => string,
    {
      pair,
      body,
      match = "none",
      key,
    }: Partial<{ pair: Pair; body: object; match: string; key: string }>,
  ) {
    const version = { none: undefined, current: pair?.versions.at(-1), first: pair?.versions[0] }[
      match
    ];
    const keys = key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key };
    const expected = ask(method, pathOf(pair?.own ?? ""), body, {
      ...keys,
      ...(version && { "if-match": version.own }),
    });
    // Our server orders a column by the instant of arrival.
    server.clock.advance(1);
    const actual = await user.call(method, pathOf(pair?.real ?? ""), realBody(body), {
      ...keys,
      ...(version && { "if-match": version.real }),
    });
    expect(actual.status).toBe(expected.status);
    const [own, real] = [expected.body, actual.body] as { task?: Task }[];
    if (!real?.task) return;
    const known = pair ?? pairs.find(({ real: id }) => id === real.task?.id);
    const names = { own: expected.headers?.["etag"] ?? "", real: String(actual.headers["etag"]) };
    if (!own?.task) return;
    expect(pick(real.task, ownLabel)).toEqual(pick(own.task));
    if (!known) return void pairs.push({ own: own.task.id, real: real.task.id, versions: [names] });
    expect(own.task.id).toBe(known.own);
    const seen = known.versions.find(({ own: name }) => name === names.own);
    expect(names).toEqual(seen ?? names);
    if (!seen) known.versions.push(names);
  }

  async function remove({ own, real }: Pair) {
    model.remove(own, 0);
    await user.call("DELETE", `/api/tasks/${real}`);
  }

  /** A label is deleted, or merged into another one, at both servers, if it is still there. */
  async function endLabel(label: LabelId, into: LabelId | null) {
    const path = `/api/labels/${realLabel(label)}`;
    await (into === null
      ? admin.call("DELETE", path)
      : admin.call("POST", `${path}/merge`, { into: realLabel(into) }));
    model.endLabel(label, into, 0);
  }

  /** Both boards have the same tasks in the same order. Returns the positions. */
  async function compareBoards() {
    const expected = ask("GET", "/api/kanban/board");
    const actual = await user.call("GET", "/api/kanban/board?descriptions=none");
    const [own, real] = [expected.body, actual.body] as { board: Board }[];
    for (const column of TASK_STATUSES) {
      const ids = real?.board[column].map(({ id }) => pairs.find((pair) => pair.real === id)?.own);
      expect(ids).toEqual(own?.board[column].map(({ id }) => id));
      const labelsOf = (board: Board | undefined, nameOf = (id: string) => id) =>
        board?.[column].map(({ labels }) => labels?.map(nameOf).sort());
      expect(labelsOf(real?.board, ownLabel)).toEqual(labelsOf(own?.board));
    }
    return { own: expected.headers?.[EVENT_ID_HEADER], real: actual.headers[EVENT_ID_HEADER] };
  }

  /** Both name the same changes since two positions. */
  async function compareChanges(since: Awaited<ReturnType<typeof compareBoards>>) {
    const path = (position: unknown) => `/api/kanban/changes?since=${String(position)}`;
    const own = ask("GET", path(since.own)).body as Changes;
    const real = (await user.call("GET", path(since.real))).body as Changes;
    const nameOf = (id: string) => pairs.find((pair) => pair.real === id)?.own ?? id;
    const named = ({ tasks = [], removed = [] }: Changes, name: (id: string) => string) => ({
      tasks: new Map(tasks.map(({ id, before }) => [name(id), before && name(before)])),
      removed: new Set(removed.map(name)),
    });
    expect(named(real, nameOf)).toEqual(named(own, (id) => id));
  }

  return { pairs, send, remove, endLabel, compareBoards, compareChanges };
}

const pick = ({ title, status, description, labels }: Task, nameOf = (id: string) => id) => ({
  title,
  status,
  description,
  labels: labels?.map(nameOf).sort(),
});

it("responds as our server does", async () => {
  const property = fc.asyncProperty(steps, async (all) => {
    const both = await openBoth();
    const start = await both.compareBoards();
    const ended = new Set<LabelId>();
    for (const step of all) {
      if (step.do === "create") {
        const body = { title: step.title, status: step.status, priority: "Low" };
        // A key names one request: its repeat has the same body.
        const key = `key-${step.key}-${step.title}-${step.status}`.replaceAll(" ", "-");
        await both.send("POST", () => "/api/tasks", { body, key });
        continue;
      }
      if (step.do === "labelEnds") {
        ended.add(step.label);
        await both.endLabel(step.label, step.into);
        await both.compareBoards();
        continue;
      }
      const pair = both.pairs[step.card];
      if (!pair) continue;
      const { title, status, match, add, remove } = step;
      const toTask = (id: string) => `/api/tasks/${id}`;
      if (step.do === "delete") await both.remove(pair);
      else if (step.do === "read") await both.send("GET", toTask, { pair });
      else if (step.do === "edit") {
        await both.send("PATCH", toTask, { pair, body: { title }, match });
      } else if (step.do === "label") {
        // A label that is both added and removed has no order.
        const labels = { add, remove: remove.filter((id) => !add.includes(id)) };
        // Our server refuses a change of nothing.
        if (add.length + labels.remove.length === 0) continue;
        await both.send("PATCH", toTask, { pair, body: { labels }, match });
      } else if (step.do === "save") {
        const labels = add.filter((id) => !ended.has(id));
        const body = { title, status, priority: "Low", description: title, labels };
        await both.send("PUT", toTask, { pair, body, match });
      } else {
        const toMove = (id: string) => `/api/kanban/${id}/status`;
        await both.send("PATCH", toMove, { pair, body: { status }, match });
        // The response to a move may lack the new version.
        await both.send("GET", toTask, { pair });
      }
      await both.compareBoards();
    }
    await both.compareChanges(start);
  });
  await fc.assert(property, SEQUENCES);
});
