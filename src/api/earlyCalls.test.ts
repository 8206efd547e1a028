import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { EarlyCalls } from "./earlyCalls.ts";
import { readCalls } from "./readCalls.ts";

const BOARD = `${window.location.origin}/api/kanban/board?descriptions=none`;
const realFetch = globalThis.fetch;
let sent: Request[];

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  globalThis.fetch = async (input, init) => {
    sent.push(new Request(input, init));
    return new Response("{}");
  };
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

function sendBoard(token = "t1"): EarlyCalls {
  const calls = new EarlyCalls("tab-1");
  calls.plan([readCalls.board(), readCalls.users()]);
  calls.start(token);
  return calls;
}

const request = (token: string | null = "t1", url = BOARD, init: RequestInit = {}) =>
  new Request(url, {
    ...init,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });

test("sends the planned calls with token, tab and time zone", () => {
  sendBoard();
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(["/api/kanban/board", "/api/users"]);
  const { headers, credentials } = sent[0] as Request;
  expect(credentials).toBe("include");
  expect(Object.fromEntries(headers)).toEqual({
    accept: "application/json",
    authorization: "Bearer t1",
    "x-client-id": "tab-1",
    "x-time-zone": expect.any(String),
  });
});

test("the app can take over an early call only once", async () => {
  const calls = sendBoard();
  expect((await calls.claim(request()))?.status).toBe(200);
  expect(calls.claim(request())).toBeUndefined();
});

test("a request with another URL takes over no early call", () => {
  const calls = sendBoard();
  expect(calls.claim(request("t1", BOARD.replace("none", "all")))).toBeUndefined();
  expect(calls.claim(request())).toBeDefined();
});

test.each(["t2", null])(
  "a request with the token %j takes over no early call, and aborts it",
  (token) => {
    const calls = sendBoard();
    expect(calls.claim(request(token))).toBeUndefined();
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(calls.claim(request())).toBeUndefined();
  },
);

test("a mutation discards all early calls, because their responses predate it", () => {
  const calls = sendBoard();
  expect(calls.claim(request("t1", `${BOARD}/7`, { method: "PATCH" }))).toBeUndefined();
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(calls.claim(request())).toBeUndefined();
});

test("the early script leaves a call to the app if the app needs it first", () => {
  const calls = new EarlyCalls("tab-1");
  calls.plan([readCalls.board(), readCalls.users()]);
  expect(calls.claim(request())).toBeUndefined();
  calls.start("t1");
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(["/api/users"]);
});

test("the early script plans nothing once the app has begun to send its own calls", () => {
  const calls = new EarlyCalls("tab-1");
  expect(calls.claim(request())).toBeUndefined();
  calls.plan([readCalls.board()]);
  calls.start("t1");
  expect(sent).toEqual([]);
});

test("aborting a request aborts the early call that it took over", () => {
  const calls = sendBoard();
  const controller = new AbortController();
  void calls.claim(request("t1", BOARD, { signal: controller.signal }));
  expect(sent[0]?.signal.aborted).toBe(false);
  controller.abort();
  expect(sent[0]?.signal.aborted).toBe(true);
});

test("early calls that the app doesn't take over are aborted after 10 s", () => {
  const calls = sendBoard();
  void calls.claim(request());
  jest.advanceTimersByTime(10_000);
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, true]);
});
