import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { DAY_MS, MINUTE_MS } from "#contract/time.ts";
import { readProviders } from "#server/oidc/providerConfig.ts";
import { PASSWORD, signInServer, skipHashing } from "#server/testing/signIns.ts";

/* Regression tests for attacks that took down an earlier version. */

const { server, another, login, addAccount } = signInServer(30);

/** Signs in and returns the cookie of the known device. */
async function signInOnDevice(email: string): Promise<string> {
  const response = await login(email, PASSWORD);
  expect(response.status).toBe(200);
  const [cookie = ""] = String(response["set-cookie"]).split(";");
  return cookie;
}

describe("sign-ins from many addresses", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test("a flood from one network doesn't delay a sign-in from another", async () => {
    const email = await addAccount();
    const order: string[] = [];
    const flood = Array.from({ length: 20 }, async (_none, count) => {
      await login(`${count}@x.org`, undefined, { from: "198.51.100.1" });
      order.push("flood");
    });
    const owner = login(email, PASSWORD).then(({ status }) => {
      order.push("owner");
      return status;
    });
    expect(await owner).toBe(200);
    await Promise.all(flood);
    expect(order.indexOf("owner")).toBeLessThan(10);
  });

  test("an IPv6 /56 gets four times the sign-ins of a /64, not 256 times", async () => {
    skipHashing();
    server.deps.config.loginRateLimit = 3;
    const on = await another();
    let attempts = 0;
    for (let network = 240; network < 262; network += 1) {
      const from = `2001:db8:7:${network.toString(16)}::1`;
      const { status } = await login(`${network}@x.org`, undefined, { from, on });
      if (status === 401) attempts += 1;
    }
    await on.close();
    // A /64 may send 3, a /56 four times as many. The second /56 sends only 6.
    expect(attempts).toBe(4 * 3 + 6);
  });

  test("starts of a provider's sign-in, which any page can cause, don't use up sign-ins", async () => {
    const { config } = server.deps;
    config.loginRateLimit = 3;
    config.publicUrl = "http://localhost";
    // Nothing listens there.
    const provider = { id: "test", issuer: "http://localhost:1", client_id: "x", label: "Test" };
    config.oidcProviders = readProviders("OIDC_PROVIDERS", JSON.stringify([provider]));
    const email = await addAccount();
    const on = await another();
    const from = "203.0.113.7";
    const start = async (headers: Record<string, string>) => {
      const url = "/api/auth/oidc/test/start";
      return (await on.inject({ url, headers, remoteAddress: from })).statusCode;
    };
    const background = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" };
    for (let count = 0; count < 40; count += 1) expect(await start(background)).toBe(403);
    const foreign = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };
    const own = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" };
    expect([await start(foreign), await start(own), await start({})]).toEqual([302, 302, 302]);
    expect(await start(foreign)).toBe(429);
    expect(await login(email, PASSWORD, { from, on })).toMatchObject({ status: 200 });
    await on.close();
  });

  test("the owner of an attacked account can still sign in on a known device", async () => {
    const email = await addAccount();
    const cookie = await signInOnDevice(email);
    const hashing = skipHashing();
    for (let count = 0; count < 60; count += 1) {
      await login(email, undefined, { from: `198.51.${count}.1` });
    }
    hashing.mockRestore();
    expect(await login(email, PASSWORD)).toMatchObject({
      status: 429,
      body: { error: "Too many failed attempts. Please try again in 29 minutes." },
    });
    expect(await login(email, PASSWORD, { cookie })).toMatchObject({ status: 200 });
  });

  test("the cookie of a known device gives no access, names no user, and allows few guesses", async () => {
    const email = await addAccount();
    const other = await addAccount();
    const cookie = await signInOnDevice(email);
    expect(cookie).toMatch(/^taskdeck_device=[\w-]{59}$/);
    const headers = { cookie };
    const me = await server.app.inject({ method: "GET", url: "/api/auth/me", headers });
    expect(me.statusCode).toBe(401);
    skipHashing();
    for (const attacked of [email, other]) {
      let attempts = 0;
      for (let count = 0; count < 12; count += 1) {
        const at = { from: `198.51.100.${count}`, cookie };
        const { status } = await login(attacked, undefined, at);
        if (status === 401) attempts += 1;
      }
      // For the other account the device is unknown, so each network has its own count.
      expect(attempts).toBe(attacked === email ? 5 : 12);
    }
  });
});

test("failures while the clock is a year ahead for a moment are ignored and deleted", async () => {
  const now = server.clock.time;
  server.clock.time = new Date(now.getTime() + 365 * DAY_MS);
  await login("unknown@x.org");
  server.clock.time = now;
  server.clock.advance(MINUTE_MS);
  expect(await login("another@x.org")).toMatchObject({ status: 401 });
  const rows = await server.db.selectFrom("sign_in_failures").select("failed_at").execute();
  for (const { failed_at } of rows) {
    expect(Date.parse(failed_at)).toBe(server.clock.time.getTime());
  }
});
