import { createApi, QueryStatus } from "@reduxjs/toolkit/query/react";
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

/** The feature of each endpoint, by which Redux DevTools names its calls. */
const features = new Map<string, string>();

/** The feature that has injected an endpoint. */
export const featureOf = (endpoint: string): string => features.get(endpoint) ?? "api";

/** `api.injectEndpoints` for the calls of a feature. */
export const callsOf = (feature: string): Pick<typeof api, "injectEndpoints"> => ({
  injectEndpoints: (given) =>
    api.injectEndpoints({
      ...given,
      endpoints(build) {
        const endpoints = given.endpoints(build);
        for (const name of Object.keys(endpoints)) features.set(name, feature);
        return endpoints;
      },
    }),
});

/** The part of the store's state that holds the query cache. */
export interface WithApi {
  api: ReturnType<typeof api.reducer>;
}

/** Whether a query waits for its first response. */
export const selectIsWaiting = ({ api: { queries } }: WithApi): boolean =>
  Object.values(queries).some(
    (query) => query?.status === QueryStatus.pending && query.data === undefined,
  );
