import type { BaseQueryApi } from "@reduxjs/toolkit/query/react";
import type { WithApi } from "#api/api.ts";
import { extraOf } from "#api/apiExtra.ts";
import type { Query } from "#api/baseQuery.ts";
import { statusOf } from "#api/errors.ts";
import { readCalls } from "#api/readCalls.ts";
import { CUT_HEADER } from "#contract/bounds.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { isObject } from "#lib/json.ts";
import { applyChanges } from "./applyChanges.ts";
import {
  normaliseBoard,
  normaliseChanges,
  normaliseRecentDone,
  type Snapshot,
} from "./normaliseBoard.ts";
import { reuseCards } from "./reuseCards.ts";

/** The board slice's state of the board request. */
export interface WithChanges {
  /** Absent in a store without the slice. */
  board?: {
    /**
     * The ids of the tasks that the changes must include. Null if the whole board must be fetched.
     */
    expected: readonly string[] | null;
  };
}

type Send = (args: Parameters<Query>[0]) => ReturnType<Query>;

const NO_SUCH_CALL = new Set([404, 405, 501]);
/** The thunk extra arguments of stores whose server doesn't have the route of the changes. */
const withoutChanges = new WeakSet<object>();

/** The cached board with the changes since then; null if the whole board must be fetched. */
async function readChanges(before: Snapshot | undefined, api: BaseQueryApi, send: Send) {
  const { board } = api.getState() as WithChanges;
  const expected = board?.expected;
  if (!before?.position || !expected || withoutChanges.has(extraOf(api))) return null;
  const { data, error, meta } = await send({
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
  // This server process may not have received an event yet that another process sent to this tab.
  if (!expected.every((id) => named.has(id))) return null;
  const after = applyChanges(before, changes);
  return after && { data: after, ...(meta && { meta }) };
}

async function readWhole(send: Send) {
  const { data, error, meta } = await send(readCalls.board());
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
export async function readBoard(api: BaseQueryApi, send: Send) {
  const { queries } = (api.getState() as WithApi).api;
  const before = queries[api.queryCacheKey as keyof typeof queries]?.data as Snapshot | undefined;
  const result = (await readChanges(before, api, send)) ?? (await readWhole(send));
  return "data" in result && before ? { ...result, data: reuseCards(before, result.data) } : result;
}
