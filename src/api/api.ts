import { createApi } from "@reduxjs/toolkit/query/react";
import { baseQuery } from "./baseQuery.ts";
import { TAG_TYPES } from "./tags.ts";

/** The one API slice. It has no endpoints of its own: each feature injects its calls (§7). */
export const api = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: TAG_TYPES,
  // After an outage nobody knows what has changed meanwhile.
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

/** The part of the store's state that holds what the server said. */
export interface WithApi {
  api: ReturnType<typeof api.reducer>;
}
