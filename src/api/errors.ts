import type { SerializedError } from "@reduxjs/toolkit";
import type { FetchBaseQueryError } from "@reduxjs/toolkit/query/react";
import { ERROR_CODES, type ErrorCode } from "#contract/errors.ts";
import type { FieldError } from "#contract/shapes/errors.ts";
import { type Fields, isObject } from "#lib/json.ts";

/** The response's `Retry-After` in ms, if it has one. */
export interface RetryAfter {
  retryAfterMs?: number;
}

/** The `error` of a failed query or mutation. */
export type CallError = (FetchBaseQueryError & RetryAfter) | SerializedError | undefined;

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function bodyOf(error: CallError): Fields {
  const data = error && "data" in error ? error.data : undefined;
  return isObject(data) ? data : {};
}

/** The HTTP status, if a response arrived. */
export function statusOf(error: CallError): number | undefined {
  if (!error || !("status" in error)) return undefined;
  if (typeof error.status === "number") return error.status;
  return error.status === "PARSING_ERROR" ? error.originalStatus : undefined;
}

/** The error of a call that was not sent because the connection broke before. */
export const UNSENT: FetchBaseQueryError = {
  status: "CUSTOM_ERROR",
  error: "The connection broke before the request was sent",
};

/** Whether the request was sent but no response arrived. */
export function isUnanswered(error: CallError): boolean {
  return (
    !!error &&
    "status" in error &&
    (error.status === "FETCH_ERROR" || error.status === "TIMEOUT_ERROR")
  );
}

/** The shortest pause in ms, also after a 429 that names none. A server may name 0. */
const SHORTEST_BUSY_MS = 1_000;
/** The longest pause in ms. Browsers fire timers of more than 24 days at once. */
const LONGEST_BUSY_MS = 3_600_000;

/**
 * The pause in ms that a busy server asks for before the request is sent again; undefined if the
 * call did not fail for this reason. A busy server has not applied the request.
 */
export function busyMsOf(error: CallError): number | undefined {
  const given = error && "retryAfterMs" in error ? error.retryAfterMs : undefined;
  const isBusy = statusOf(error) === 429 || (statusOf(error) === 503 && given !== undefined);
  if (!isBusy) return undefined;
  return Math.min(Math.max(given ?? 0, SHORTEST_BUSY_MS), LONGEST_BUSY_MS);
}

/** A proxy sends these statuses if it lost its server, which may have applied the request. */
const PROXY_ERRORS = new Set([502, 503, 504]);

/** Whether the server may have applied the call although it failed. */
export function hasUnknownOutcome(error: CallError): boolean {
  if (busyMsOf(error) !== undefined) return false;
  return isUnanswered(error) || PROXY_ERRORS.has(statusOf(error) ?? 0);
}

/** The server's field errors; empty if it sent none. */
export function fieldErrorsOf(error: CallError): FieldError[] {
  const { errors } = bodyOf(error);
  if (!Array.isArray(errors)) return [];
  return errors.map((item: Partial<Record<keyof FieldError, unknown>> | null) => ({
    param: textOf(item?.param) ?? "",
    msg: textOf(item?.msg) ?? "",
  }));
}

/** The server's `error` text. */
export function errorTextOf(error: CallError): string | undefined {
  return textOf(bodyOf(error).error);
}

/** Whether a call failed because the record is gone. */
export const isGone = (error: CallError): boolean => [404, 410].includes(statusOf(error) ?? 0);

/** The statuses of a server that lacks a route. 200 is the app's index page instead of JSON. */
const NOT_OFFERED = new Set([200, 404, 405, 501]);

/** Whether a call failed because the server lacks the route or the record. */
export const isNotOffered = (error: CallError): boolean => NOT_OFFERED.has(statusOf(error) ?? 0);

/** Advice to the user about content that failed to load. */
export function adviceOf(error: CallError): string | undefined {
  if (!error) return undefined;
  if (isUnanswered(error)) return "Check your connection, then try again.";
  const status = statusOf(error) ?? 500;
  if (status < 400 || status >= 500) return "The server has a problem. Try again in a moment.";
  return serverTextOf(error) ?? "The server refused the request.";
}

/** The error code, which only our server sends. */
export function errorCodeOf(error: CallError): ErrorCode | undefined {
  const { code } = bodyOf(error);
  return ERROR_CODES.find((known) => known === code);
}

/** The server's `error` text, then its `message`. */
export function serverTextOf(error: CallError): string | undefined {
  return errorTextOf(error) ?? textOf(bodyOf(error).message);
}

/**
 * The toasts of a failed call (§8): '{param}: {msg}' for every field error; without any, the
 * server's `error`, then its `message`, then the fallback.
 */
export function messagesOf(error: CallError, fallback: string): string[] {
  const fields = fieldErrorsOf(error);
  if (fields.length > 0) return fields.map(({ param, msg }) => `${param}: ${msg}`);
  return [serverTextOf(error) ?? fallback];
}

/** A technical description of the failure, for messages such as 'Login failed: …'. */
export function describeFailure(error: CallError): string {
  const own = textOf(bodyOf(error).message);
  if (own) return own;
  const status = statusOf(error);
  if (status !== undefined && status >= 400) return `Request failed with status code ${status}`;
  if (error && "error" in error) return error.error;
  return (error && "message" in error && error.message) || "Unknown error";
}
