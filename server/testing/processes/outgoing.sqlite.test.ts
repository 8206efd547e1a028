import { spawnSync } from "node:child_process";
import { afterEach, expect, test } from "@jest/globals";
import { makeFolderPlace } from "#server/testing/place.ts";
import { callServer, killServers, register, serverOn } from "#server/testing/process.ts";

/** Prints a line for each connection or datagram socket that the process opens. */
const REPORTER = `data:text/javascript,${encodeURIComponent(`
  import net from "node:net";
  import dgram from "node:dgram";
  console.error("WATCHING");
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...args) {
    console.error("OUTGOING");
    return connect.apply(this, args);
  };
  dgram.createSocket = () => { throw new Error("OUTGOING"); };
`)}`;

afterEach(killServers);

test("the reporter notices an outgoing connection", () => {
  const code = 'await fetch("http://127.0.0.1:65535").catch(() => undefined)';
  const { stderr } = spawnSync(process.execPath, ["--import", REPORTER, "--eval", code], {
    encoding: "utf8",
  });
  expect(stderr).toContain("OUTGOING");
});

test("the server opens no outgoing connection at the start, in use or at the end", async () => {
  const place = makeFolderPlace();
  const server = await serverOn({ ...place.env, NODE_OPTIONS: `--import=${REPORTER}` });
  const { accessToken: token } = await register(server.base, "admin");
  const task = { title: "A task", description: "", status: "Todo", priority: "Medium" };
  const calls = [
    callServer(`${server.base}/api/tasks`, { token, body: task }),
    callServer(`${server.base}/api/tasks/search?search=task`, { token }),
    callServer(`${server.base}/api/kanban/board`, { token }),
    callServer(`${server.base}/api/openapi.json`),
  ];
  for (const { status } of await Promise.all(calls)) expect([200, 201]).toContain(status);
  server.child.kill("SIGTERM");
  expect(await server.exit).toEqual([0, null]);
  expect(server.output()).toContain("WATCHING");
  expect(server.output()).not.toContain("OUTGOING");
  await place.drop();
});
