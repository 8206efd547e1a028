import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "@jest/globals";
import { sharedServer } from "#server/testing/sharedServer.ts";

const server = sharedServer();
let port: number;

beforeAll(async () => {
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = server.app.server.address() as AddressInfo);
});

/** Sends raw bytes, and reads until the server closes the connection. */
async function exchange(bytes: string) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(Buffer.from(bytes, "latin1"));
  const response = await text(socket);
  const [head = "", body = ""] = response.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body };
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "host: localhost", "connection: close", ...headers, "", ""].join("\r\n");

test.each([
  ["text that is no HTTP", "hello\r\n\r\n", 400],
  ["a TLS ClientHello", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["a header name with a space", get("/healthz", "x y: 1"), 400],
  ["a header with a NUL", get("/healthz", "x-time-zone: \0"), 400],
  ["a URL with a space", get("/api/users /x"), 400],
  ["two hosts", get("/healthz", "Host: evil.example"), 400],
  ["the same host twice", get("/healthz", "host: localhost"), 400],
  ["a URL with another host than the header's", get("http://evil.example/healthz"), 400],
  ["a URL with another port", get("http://localhost:81/healthz"), 400],
  ["a URL without a host", get("http:///healthz"), 400],
  ["two content-lengths", get("/healthz", "content-length: 1", "content-length: 2"), 400],
  [
    "a content-length and chunks",
    get("/healthz", "content-length: 1", "transfer-encoding: chunked"),
    400,
  ],
  ["too large a header", get("/healthz", `x: ${"x".repeat(20_000)}`), 431],
  ["too long a URL", get(`/${"x".repeat(20_000)}`), 431],
])("%s gets a JSON error, and the connection closes", async (_what, bytes, status) => {
  const answer = await exchange(bytes);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) as unknown });
  expect(answer.head).toContain("content-type: application/json");
  expect(answer.head).toContain("cache-control: no-store");
});

test.each([
  ["//evil.example/api/users", 404],
  ["http://evil.example/api/users", 400],
  ["/api/users#fragment", 401],
  ["/api/users;x=1", 404],
  ["/api/\xff", 400],
  ["*", 404],
])("the request target %s matches no unintended route", async (address, status) => {
  const answer = await exchange(get(address));
  expect([address, answer.status]).toEqual([address, status]);
  expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) as unknown });
});

test.each([
  ["/api/users/%zz", 400],
  ["/api/%", 400],
  ["/%E0%A4%A", 400],
  ["/api/users/%c0%af", 400],
  ["/api/tasks/search?__proto__=1", 400],
  ["/api", 404],
  ["/api/users/", 404],
  ["/api/users/%00", 404],
  ["/api/users/%2e%2e%2fprofile", 404],
  ["/api/users/'%20or%201=1--", 404],
  ["/api/tasks/__proto__", 404],
])("%s gets a %d in JSON", async (url, status) => {
  const body = { error: expect.any(String) as unknown };
  const { accessToken } = await server.as("member");
  expect(await server.callWith(accessToken)("GET", url)).toMatchObject({ status, body });
});

test.each(["http://localhost", "http://LOCALHOST:80"])(
  "a whole URL with the header's host is served: %s",
  async (origin) => expect(await exchange(get(`${origin}/healthz`))).toMatchObject({ status: 200 }),
);
