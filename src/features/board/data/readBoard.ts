import type { BaseQueryApi } from "@reduxjs/toolkit/query/react";
import type { WithApi } from "#api/api.ts";
import { extraOf } from "#api/apiExtra.ts";
import type { Query } from "#api/baseQuery.ts";
import { statusOf } from "#api/errors.ts";
import { readCalls } from "#api/readCalls.ts";
import { CUT_HEADER } from "#contract/bounds.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import type { Board, BoardTask } from "#contract/shapes/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { isObject } from "#lib/json.ts";
import { applyChanges } from "./applyChanges.ts";
import {
  normaliseBoard,
  normaliseChanges,
  normaliseRecentDone,
  type Snapshot,
} from "./normaliseBoard.ts";

function isSame(
  { checklist: listA, ...a }: BoardTask,
  { checklist: listB, ...b }: BoardTask,
): boolean {
  if (listA?.done !== listB?.done || listA?.total !== listB?.total) return false;
  return (Object.keys(a) as (keyof typeof a)[]).every((field) => Object.is(a[field], b[field]));
}

/**
 * Returns the board but reuses the old object of each unchanged card, so that unchanged cards don't
 * re-render. RTK Query compares lists by index, and a card on top shifts all others.
 */
function reuseCards<B extends Board>(before: Board, board: B): B {
  const known = new Map<string, BoardTask>();
  for (const status of TASK_STATUSES) for (const card of before[status]) known.set(card.id, card);
  const reused = { ...board };
  for (const status of TASK_STATUSES) {
    reused[status] = board[status].map((card) => {
      const old = known.get(card.id);
      return old && (old === card || isSame(old, card)) ? old : card;
    });
  }
  return reused;
}

/** The parts of the state that say what a response with the changes must contain. */
interface WithExpected {
  /** Absent in a store without the slices of signed-in screens. */
  board?: {
    /** The ids of the tasks in events. Null if the whole board must be fetched. */
    expected: readonly string[] | null;
  };
  changes?: {
    entries: Readonly<Record<string, { status?: { phase: string; known?: object | null } }>>;
  };
}

/**
 * The tasks that the changes must include: those in events, and those of confirmed moves. Null if the
 * whole board is needed.
 */
function expectedTasks({ board, changes }: WithExpected): readonly string[] | null {
  const moves = Object.entries(changes?.entries ?? {});
  // A move with an unknown outcome needs the whole board: the changes may come from before it.
  const isOpen = moves.some(([, { status }]) => ["unsure", "saving"].includes(status?.phase ?? ""));
  if (!board?.expected || isOpen) return null;
  return [...board.expected, ...moves.flatMap(([id, { status }]) => (status?.known ? [id] : []))];
}

type BaseQuery = (args: Parameters<Query>[0]) => ReturnType<Query>;

const NO_SUCH_CALL = new Set([404, 405, 501]);
/** The thunk extra arguments of stores whose server doesn't have the route of the changes. */
const withoutChanges = new WeakSet<object>();

/** The cached board with the changes since then; null if the whole board must be fetched. */
async function readChanges(before: Snapshot | undefined, api: BaseQueryApi, baseQuery: BaseQuery) {
  const expected = expectedTasks(api.getState() as WithExpected);
  if (!before?.position || !expected || withoutChanges.has(extraOf(api))) return null;
  const { data, error, meta } = await baseQuery({
    url: "/api/kanban/changes",
    params: { since: before.position },
  });
  const changes = normaliseChanges(data);
  const isOther = error
    ? error.status === "PARSING_ERROR" || NO_SUCH_CALL.has(statusOf(error) ?? 0)
    : !changes && !(isObject(data) && data.reset === true);
  if (isOther) withoutChanges.add(extraOf(api));
  if (!changes) return null;
  const named = new Set([...changes.removed, ...changes.tasks.map(({ id }) => id)]);
  // Another server may lag behind the one that sent an event to this tab.
  if (!expected.every((id) => named.has(id))) return null;
  const after = applyChanges(before, changes);
  return after && { data: after, ...(meta && { meta }) };
}

async function readWhole(baseQuery: BaseQuery) {
  const { data, error, meta } = await baseQuery(readCalls.board());
  if (error) return { error, ...(meta && { meta }) };
  const headers = meta?.response?.headers;
  const position = headers?.get(CUT_HEADER) ? null : headers?.get(EVENT_ID_HEADER);
  const board: Snapshot = {
    ...normaliseBoard(data),
    ...normaliseRecentDone(data),
    ...(position && { position }),
  };
  return { data: board, ...(meta && { meta }) };
}

/**
 * Fetches the server's board: only the changes if events have named the changed tasks, otherwise
 * the whole board.
 */
export async function readBoard(api: BaseQueryApi, baseQuery: BaseQuery) {
  const { queries } = (api.getState() as WithApi).api;
  const before = queries[api.queryCacheKey as keyof typeof queries]?.data as Snapshot | undefined;
  const result = (await readChanges(before, api, baseQuery)) ?? (await readWhole(baseQuery));
  return "data" in result && before ? { ...result, data: reuseCards(before, result.data) } : result;
}
