import { describe, expect, test } from "@jest/globals";
import {
  adviceOf,
  busyMsOf,
  type CallError,
  describeFailure as describeError,
  isUnanswered,
  messagesOf,
  statusOf,
} from "./errors.ts";

const answered = (status: number, data: unknown): CallError => ({ status, data });
const errors = [
  { param: "title", msg: "Too short" },
  { param: "status", msg: "Unknown" },
];

describe("messages of a failed call (§8)", () => {
  test.each<[string, CallError, string[]]>([
    [
      "field errors come first",
      answered(400, { errors, error: "E", message: "M" }),
      ["title: Too short", "status: Unknown"],
    ],
    ["then `error`", answered(400, { errors: [], error: "E", message: "M" }), ["E"]],
    ["then `message`", answered(500, { message: "M" }), ["M"]],
    ["then the fallback", answered(500, {}), ["F"]],
    ["no message in a body that is text", answered(500, "<html>"), ["F"]],
    ["no text in `error`", answered(500, { error: { code: 1 } }), ["F"]],
    ["no response", { status: "FETCH_ERROR", error: "TypeError" }, ["F"]],
  ])("%s", (_name, error, messages) => {
    expect(messagesOf(error, "F")).toEqual(messages);
  });

  test.each<[string, CallError, string | undefined]>([
    [
      "the connection only if no response arrived",
      { status: "FETCH_ERROR", error: "TypeError" },
      "Check your connection, then try again.",
    ],
    [
      "the server's failure",
      answered(500, { error: "Internal server error" }),
      "The server has a problem. Try again in a moment.",
    ],
    [
      "a proxy without its server",
      answered(502, "<html>"),
      "The server has a problem. Try again in a moment.",
    ],
    ["the reason of a refusal", answered(422, { error: "Too vague" }), "Too vague"],
    ["a refusal without a reason", answered(404, ""), "The server refused the request."],
    ["nothing if nothing failed", undefined, undefined],
  ])("the advice about content that failed to load is %s", (_name, error, advice) => {
    expect(adviceOf(error)).toBe(advice);
  });

  test.each<[CallError, number | undefined]>([
    [{ status: 429, data: "", retryAfterMs: 3_000 }, 3_000],
    [{ status: 503, data: "", retryAfterMs: 0 }, 1_000],
    [answered(429, ""), 1_000],
    [answered(503, ""), undefined],
    [answered(500, ""), undefined],
    [undefined, undefined],
  ])("a server that answers %j is busy for %s ms", (error, ms) => {
    expect(busyMsOf(error)).toBe(ms);
  });

  test("a response that can't be parsed doesn't count as unanswered", () => {
    const error: CallError = { status: "PARSING_ERROR", originalStatus: 502, data: "", error: "E" };
    expect(statusOf(error)).toBe(502);
    expect(isUnanswered(error)).toBe(false);
    expect(isUnanswered({ status: "TIMEOUT_ERROR", error: "E" })).toBe(true);
    expect(describeError(error)).toBe("Request failed with status code 502");
    expect(describeError({ ...error, originalStatus: 200 })).toBe("E");
  });
});
