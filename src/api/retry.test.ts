import { describe, expect, test } from "@jest/globals";
import {
  openTab,
  PROBES,
  RENAME,
  rename,
  renameAgain,
  sendProbe,
  signIn,
  type Tab,
} from "#testing/apiTab.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend } from "#testing/renderApp.tsx";

async function openSignedIn(): Promise<{ backend: Backend } & Tab> {
  const backend = await openBackend();
  await backend.register();
  const tab = openTab();
  await signIn(tab);
  backend.calls.length = 0;
  return { backend, ...tab };
}

describe("withRetry", () => {
  test("retries a query that fails without an answer of the app's server", async () => {
    const { backend, store } = await openSignedIn();
    const faults = [
      "unreachable",
      "cut",
      { status: 502 },
      { status: 503 },
      { status: 429 },
    ] as const;
    for (const [index, fault] of faults.entries()) {
      backend.fail(PROBES, fault, 2);
      expect((await sendProbe(store, index)).isSuccess).toBe(true);
      expect(backend.callsOf(PROBES)).toHaveLength(3 * (index + 1));
    }
  });

  test("gives up after three attempts, and at once after another refusal", async () => {
    const { backend, store } = await openSignedIn();
    for (const [status, attempts] of [
      [503, 3],
      [400, 1],
      [404, 1],
      [500, 1],
    ] as const) {
      backend.calls.length = 0;
      backend.fail(PROBES, { status }, attempts);
      expect((await sendProbe(store, status)).error).toMatchObject({ status });
      expect(backend.callsOf(PROBES)).toHaveLength(attempts);
    }
  });

  test("never retries a mutation that is not repeatable", async () => {
    const { backend, store } = await openSignedIn();
    for (const fault of ["unreachable", "lost", "cut", { status: 503 }] as const) {
      backend.calls.length = 0;
      backend.fail(RENAME, fault);
      expect(await store.dispatch(rename.initiate("Ada King"))).toHaveProperty("error");
      expect(backend.callsOf(RENAME)).toHaveLength(1);
    }
  });

  test("retries a repeatable mutation whose response was lost", async () => {
    const { backend, store } = await openSignedIn();
    backend.fail(RENAME, "lost");
    expect(await store.dispatch(renameAgain.initiate("Ada King"))).not.toHaveProperty("error");
    expect(backend.callsOf(RENAME)).toHaveLength(2);
  });

  test("waits for a short Retry-After, and does not retry after a long one", async () => {
    const { backend, store } = await openSignedIn();
    backend.fail(PROBES, { status: 503, headers: { "retry-after": "1" } }, 1);
    const start = performance.now();
    expect((await sendProbe(store, 1)).isSuccess).toBe(true);
    expect(performance.now() - start).toBeGreaterThan(990);
    backend.fail(PROBES, { status: 503, headers: { "retry-after": "3600" } }, Infinity);
    await sendProbe(store, 2);
    expect(backend.callsOf(PROBES)).toHaveLength(3);
  });
});

describe("headers", () => {
  test("calls carry bearer and time zone; sign-in carries no bearer", async () => {
    const { backend, store, tokens } = await openSignedIn();
    await sendProbe(store, 1);
    const [call] = backend.callsOf(PROBES);
    expect(call?.token).toBe(tokens.accessToken);
    expect(call?.headers.get("x-time-zone")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await signIn({ store });
    expect(backend.callsOf("POST /api/auth/login")[0]?.token).toBeNull();
  });
});
