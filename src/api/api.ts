import { createApi } from "@reduxjs/toolkit/query/react";
import { baseQuery } from "./baseQuery.ts";
import { TAG_TYPES } from "./tags.ts";

/** The API slice. Each feature injects its own endpoints (§7). */
export const api = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: TAG_TYPES,
  // Anything may have changed during an outage.
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

/** The part of the store's state that holds the query cache. */
export interface WithApi {
  api: ReturnType<typeof api.reducer>;
}
