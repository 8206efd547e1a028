import type { UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { ArrivedResponse } from "./editsState.ts";

/** A query in the cache. */
export interface CachedResponse {
  endpointName: string;
  queryCacheKey: string;
  originalArgs?: unknown;
}

/** The queries that show tasks and are refetched after an edit. */
const SHOWING = new Set(["getBoard", "searchTasks", "getTask"]);

export const isShowing = ({ endpointName }: CachedResponse): boolean => SHOWING.has(endpointName);

interface QueryAction extends UnknownAction {
  meta: { requestId: string; arg: CachedResponse };
}

export function arrived({ originalArgs }: CachedResponse, requested: number): ArrivedResponse {
  return { requested, taskId: typeof originalArgs === "string" ? originalArgs : null };
}

export const isQuery = (stage: "pending" | "fulfilled" | "rejected") => {
  const type = `${api.reducerPath}/executeQuery/${stage}`;
  return (action: UnknownAction): action is QueryAction => {
    if (action.type !== type) return false;
    return isShowing((action as QueryAction).meta.arg);
  };
};
