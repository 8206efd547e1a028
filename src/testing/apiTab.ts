import { afterEach, expect } from "@jest/globals";
import { act, waitFor } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import type { Channel } from "#lib/channel.ts";
import { createRefresher } from "#session/refresher.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { TokenVault } from "#session/tokens.ts";
import { PASSWORD } from "./backend.ts";
import { openBackend } from "./renderApp.tsx";
import { fakeLocks } from "./stubs/fakeLocks.ts";

export const RENAME = "PUT /api/profile";

const renaming = (name: string) => ({
  url: "/api/profile",
  method: "PUT",
  body: { name, email: "ada.lovelace@example.com" },
});

const probes = api.injectEndpoints({
  endpoints: (build) => ({
    probe: build.query<unknown, number>({ query: (n) => `/api/users?probe=${n}` }),
    rename: build.mutation<unknown, string>({ query: renaming }),
    renameAgain: build.mutation<unknown, string>({
      query: renaming,
      extraOptions: { isRepeatable: true },
    }),
  }),
});
export const { probe, rename, renameAgain } = probes.endpoints;

export interface Tab {
  store: AppStore;
  tokens: TokenVault;
  /** The session's states, in order. */
  statuses: string[];
  events: EventTarget;
}

const opened: AppStore[] = [];

afterEach(() => {
  for (const store of opened.splice(0)) store.dispatch(api.util.resetApiState());
  act(() => toast.remove());
});

export function openTab({
  timeoutMs = 1_000,
  locks = fakeLocks(),
  channel = null as Channel | null,
} = {}): Tab {
  const events = new EventTarget();
  const tokens = new TokenVault(localStorage, events, channel);
  const refresher = createRefresher({ tokens, locks, timeoutMs, retryDelayMs: 1 });
  const store = makeStore({}, makeExtra({ tokens, refresher, retryDelayMs: 1 }));
  opened.push(store);
  const statuses = [store.getState().auth.status as string];
  store.subscribe(() => {
    const { status } = store.getState().auth;
    if (status !== statuses.at(-1)) statuses.push(status);
  });
  return { store, tokens, statuses, events };
}

/** A signed-in tab whose access token the server no longer accepts. */
export async function openStaleTab(options?: Parameters<typeof openTab>[0]) {
  const backend = await openBackend();
  await backend.register();
  const tab = openTab(options);
  await signIn(tab);
  backend.expireAccessTokens();
  backend.calls.length = 0;
  return { backend, ...tab };
}

export const signIn = ({ store }: Pick<Tab, "store">, email = "ada.lovelace@example.com") =>
  store.dispatch(sessionApi.endpoints.login.initiate({ email, password: PASSWORD }));

/** Signs out, and waits until the cache has no data of the user. */
export async function signOut({ store }: Pick<Tab, "store">) {
  await store.dispatch(sessionApi.endpoints.logout.initiate());
  await waitFor(() => expect(store.getState().api).toMatchObject({ queries: {}, mutations: {} }));
}

export const sendProbe = (store: AppStore, n: number) =>
  store.dispatch(probe.initiate(n, { forceRefetch: true }));
export const PROBES = "GET /api/users";
