import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { test as base, expect } from "@playwright/test";
import { FaultProxy } from "./support/faultProxy.ts";

/** A server that echoes each call; `seen` lists the calls that it handled. */
interface Echo {
  server: Server;
  url: string;
  seen: string[];
}

async function startEcho(): Promise<Echo> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    seen.push(call);
    if (request.url === "/api/events") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": hello\n\n");
      return;
    }
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ call }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { server, url: `http://127.0.0.1:${port}`, seen };
}

const test = base.extend<{ echo: Echo; network: FaultProxy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture names here
  echo: async ({}, use) => {
    const echo = await startEcho();
    await use(echo);
    echo.server.closeAllConnections();
    echo.server.close();
  },
  network: async ({ echo }, use) => {
    const proxy = await FaultProxy.start(echo.url);
    await use(proxy);
    await proxy.close();
  },
});

test.describe("the fault proxy @chromium", () => {
  test("releases parallel responses in reverse order", async ({ network }) => {
    network.fault("reorder", { together: 2 });
    const order: string[] = [];
    const ask = async (name: string) => {
      await (await fetch(`${network.url}/api/${name}`)).text();
      order.push(name);
    };
    const first = ask("first");
    await expect.poll(() => network.forwarded.length, { intervals: [5] }).toBe(1);
    await Promise.all([first, ask("second")]);
    expect(order).toEqual(["second", "first"]);
  });

  test("responds 401 until a refresh succeeds", async ({ network, echo }) => {
    network.fault("401 storm", { refusedRefreshes: 1 });
    const status = async (method: string, path: string) =>
      (await fetch(`${network.url}${path}`, { method })).status;
    expect(await status("GET", "/api/x")).toBe(401);
    expect(await status("POST", "/api/auth/refresh")).toBe(503);
    expect(await status("GET", "/api/x")).toBe(401);
    expect(await status("POST", "/api/auth/refresh")).toBe(200);
    expect(await status("GET", "/api/x")).toBe(200);
    expect(echo.seen).toEqual(["POST /api/auth/refresh", "GET /api/x"]);
  });

  test("can hold calls without ever sending a response", async ({ network }) => {
    const fault = network.fault("half-open", { silent: true });
    const call = fetch(`${network.url}/api/x`).then(
      () => "answered",
      () => "cut off",
    );
    await fault.hit;
    fault.end();
    await fetch(`${network.url}/api/y`);
    expect(network.pending).toEqual([{ method: "GET", path: "/api/x" }]);
    await network.close();
    expect(await call).toBe("cut off");
  });

  test("closes connections that have carried no call yet", async ({ network }) => {
    const early = connect(Number(new URL(network.url).port), "127.0.0.1");
    await once(early, "connect");
    // The proxy knows the connection once it has answered a later one.
    await fetch(network.url);
    const closed = once(early, "close");
    network.fault("drop after");
    await closed;
  });

  test("streams events, and applies faults to open streams", async ({ network }) => {
    const open = async () => {
      const headers = { accept: "text/event-stream" };
      const answer = await fetch(`${network.url}/api/events`, { headers });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      expect((await reader?.read())?.value).toBe(": hello\n\n");
      return reader;
    };
    const dropped = await open();
    network.fault("drop before").end();
    await expect(dropped?.read()).rejects.toThrow();
    const frozen = await open();
    const fault = network.fault("half-open");
    const silence = frozen?.read();
    fault.end();
    await expect(silence).rejects.toThrow();
  });
});
