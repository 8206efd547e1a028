import type { FastifyInstance, InjectOptions } from "fastify";
import type { TestUser } from "./server.ts";

/** The body of the refusal of a key that has come with another body. */
export const REUSED = {
  error: "This Idempotency-Key was used for a request with another body. Use a new key.",
};

/** Sends requests with one key to an app, and returns status and body. */
export const sendWith =
  ({ accessToken }: TestUser, key: string) =>
  async (app: FastifyInstance, call: InjectOptions): Promise<[number, unknown]> => {
    const headers = { authorization: `Bearer ${accessToken}`, "idempotency-key": key };
    const answer = await app.inject({ method: "POST", headers, ...call });
    return [answer.statusCode, answer.body ? answer.json() : ""];
  };
