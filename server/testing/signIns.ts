import { afterAll, beforeAll, beforeEach, jest } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import { passwordQueue } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import { hashOnce } from "./accounts.ts";
import { sharedServer } from "./sharedServer.ts";

export const PASSWORD = "correct horse";
const HERE = "203.0.113.7";

/** What a sign-in has beside address and password. By default it comes from one IP address. */
interface Origin {
  from?: string;
  cookie?: string;
  on?: FastifyInstance;
}

/** A shared server with a limit of sign-ins, whose delays are noted instead of waited for. */
export function signInServer(loginRateLimit: number) {
  const server = sharedServer({ config: { loginRateLimit } });
  /** The delays of responses in ms. */
  const held: number[] = [];
  let app: FastifyInstance;

  /** Another server on the same database. */
  const another = async () =>
    await buildApp({ ...server.deps, hold: async (ms) => void held.push(ms) });

  beforeAll(async () => {
    app = await another();
  });
  beforeEach(() => {
    held.length = 0;
  });
  afterAll(() => app.close());

  async function login(
    email: string,
    password = "wrong horse",
    { from = HERE, cookie, on = app }: Origin = {},
  ) {
    const { statusCode, headers, ...response } = await on.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email, password },
      remoteAddress: from,
      ...(cookie !== undefined && { headers: { cookie } }),
    });
    return { status: statusCode, ...headers, body: response.json<unknown>() };
  }

  /** Adds an account with the password. Returns its address. */
  const addAccount = async (fields = {}) =>
    (await server.as("member", { password_hash: await hashOnce(PASSWORD), ...fields })).user.email;

  return { server, held, another, login, addAccount };
}

/** Skips hashing: every password is verified at once, and is wrong. */
export const skipHashing = () =>
  jest.spyOn(passwordQueue, "run").mockResolvedValue(Buffer.alloc(32, 1));
