import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { freePort } from "#server/testing/process.ts";
import { createApiClient } from "./apiClient.ts";

let server: Server;
let base: string;
let respond: (response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((_request, response) => respond(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close());

const failureAt = async (address: string) =>
  await createApiClient(address, "tdk_secret")
    .get("/api/users")
    .then(
      () => "no failure",
      (failure: Error) => failure.message,
    );

test("a wrong address is named, with what answered there", async () => {
  respond = (response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<p>Another program</p>");
  };
  const html = await failureAt(base);
  expect(html).toContain(`${base}/api/users isn't Taskdeck's API: it answered with status 200`);
  expect(html).toContain("text/html. TASKDECK_URL must be the address of the server");

  respond = (response) => {
    const body = JSON.stringify({ error: "Not found" });
    response.writeHead(404, { "content-type": "application/json" }).end(body);
  };
  expect(await failureAt(`${base}/tasks/`)).toContain(
    `${base}/tasks/api/users isn't a call of this server: it answered "Not found".`,
  );

  respond = (response) => {
    response.writeHead(302, { location: "https://login.example.com" }).end();
  };
  expect(await failureAt(base)).toMatch(/can't be reached: unexpected redirect\./);

  const nowhere = `http://127.0.0.1:${await freePort()}`;
  expect(await failureAt(nowhere)).toContain(
    `${nowhere}/api/users can't be reached: ECONNREFUSED. `,
  );
});
