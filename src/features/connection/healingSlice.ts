import { createSlice, isFulfilled, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";

/** The queries that are asked again by themselves: cache key → how often so far. */
export type HealingState = Readonly<Record<string, number>>;

/** What RTK Query says of a call in the `meta` of its actions. */
interface CallMeta {
  arg?: { type?: string; queryCacheKey?: string };
}

/** The cache key of the query that an action is about. */
export function queryKeyOf({ arg }: CallMeta): string | undefined {
  return arg?.type === "query" ? arg.queryCacheKey : undefined;
}

/** Which failed queries are being asked again: their further failures are no news. */
export const healingSlice = createSlice({
  name: "healing",
  initialState: (): Record<string, number> => ({}),
  reducers: {
    /** A query that had no answer is asked once more. */
    queryAskedAgain(state, { payload: key }: PayloadAction<string>) {
      state[key] = (state[key] ?? 0) + 1;
    },
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(isFulfilled, (state, { meta }) => {
        const key = queryKeyOf(meta as CallMeta);
        if (key !== undefined) delete state[key];
      })
      // Nobody has looked at it for a while: whoever does again is told when it fails.
      .addMatcher(
        api.internalActions.removeQueryResult.match,
        (state, { payload: { queryCacheKey } }) => {
          delete state[queryCacheKey];
        },
      )
      .addMatcher(api.util.resetApiState.match, () => ({}));
  },
});

export const { queryAskedAgain } = healingSlice.actions;
