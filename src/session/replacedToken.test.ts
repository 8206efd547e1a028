import { expect, test } from "@jest/globals";
import type { SessionResponse } from "#contract/session.ts";
import { openStaleTab, sendProbe } from "#testing/apiTab.ts";
import { PASSWORD } from "#testing/backend.ts";

const REFRESH = "POST /api/auth/refresh";

test("after a refusal, the refresh is repeated with the newer token that another tab has stored", async () => {
  const { backend, store, statuses } = await openStaleTab();
  const credentials = { email: "ada.lovelace@example.com", password: PASSWORD };
  const { body } = await backend.call("POST", "/api/auth/login", credentials);
  const refreshToken = localStorage.getItem("refreshToken");
  await backend.call("POST", "/api/auth/logout", { refreshToken });
  const held = backend.delay(REFRESH, 1);
  const waiting = sendProbe(store, 1);
  await held.arrived;
  localStorage.setItem("refreshToken", (body as SessionResponse).refreshToken);
  held.release();
  expect((await waiting).isSuccess).toBe(true);
  expect(statuses).not.toContain("expired");
  expect(backend.callsOf(REFRESH)).toHaveLength(2);
});
