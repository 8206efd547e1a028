import { expect, test } from "@jest/globals";
import { addListener, type UnknownAction } from "@reduxjs/toolkit";
import { sessionApi } from "#session/sessionApi.ts";
import { TokenVault } from "#session/tokens.ts";
import { PASSWORD } from "#testing/backend.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { devTools } from "./devtools.ts";
import { redact, redactAndSample } from "./redact.ts";

test("hides secrets at any depth and leaves other values unchanged", () => {
  const harmless = { list: [{ title: "Refresh the page" }] };
  expect(redact(harmless)).toBe(harmless);
  expect(redact({ a: [{ refreshToken: "s" }], newPassword: "s", harmless })).toEqual({
    a: [{ refreshToken: "••••" }],
    newPassword: "••••",
    harmless,
  });
  const request = new Request("http://x", { headers: { authorization: "Bearer secret" } });
  expect(redact({ request })).toEqual({ request: { "[object]": "Request" } });
});

test("shows a long list or map as its length and its first entries", () => {
  const tasks = Array.from({ length: 5_000 }, (_, id) => ({ id, token: "s" }));
  const shown = {
    "5000 items, such as": tasks.slice(0, 3).map(({ id }) => ({ id, token: "••••" })),
  };
  expect(redactAndSample({ board: { Todo: tasks, Done: [] } })).toEqual({
    board: { Todo: shown, Done: [] },
  });
  const byId = Object.fromEntries(tasks.map(({ id }) => [`t${id}`, id]));
  expect(redactAndSample({ byId })).toEqual({
    byId: { "5000 entries, such as": { t0: 0, t1: 1, t2: 2 } },
  });
  expect(redact({ byId })).toEqual({ byId });
});

test("no token is in the state, and DevTools shows no secret", async () => {
  const backend = await openBackend();
  await backend.register();
  const tokens = new TokenVault();
  const store = makeTestStore(tokens);
  const secrets = new Set([PASSWORD]);
  const states: unknown[] = [];
  const actions: UnknownAction[] = [];
  store.dispatch(
    addListener({
      predicate: (action) => {
        actions.push(action);
        states.push(store.getState());
        for (const token of [tokens.accessToken, tokens.refreshToken]) {
          if (token) secrets.add(token);
        }
        return false;
      },
      effect: () => undefined,
    }),
  );

  const { login, getMe, logout } = sessionApi.endpoints;
  const email = "ada.lovelace@example.com";
  await store.dispatch(login.initiate({ email, password: PASSWORD }));
  backend.expireAccessTokens();
  await store.dispatch(getMe.initiate(undefined, { forceRefetch: true }));
  await store.dispatch(logout.initiate());

  // The password, the refresh token (renewed, where the server does that), and an access token
  // before and after the refresh.
  expect(secrets.size).toBeGreaterThanOrEqual(4);
  const shown = JSON.stringify(actions.map(devTools.actionSanitizer));
  expect(shown).toContain(email);
  const rawStates = JSON.stringify(states);
  expect(rawStates).toContain(email);
  for (const secret of secrets) {
    expect(shown).not.toContain(secret);
    expect(rawStates).not.toContain(secret);
  }
  // Control: the unredacted actions do carry the password.
  expect(JSON.stringify(actions)).toContain(PASSWORD);
});
