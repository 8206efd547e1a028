import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { registrationRule } from "#contract/rules/registration.ts";
import { credentialsRule } from "#contract/rules/session.ts";
import { SessionResponse } from "#contract/shapes/session.ts";
import {
  accountUnusable,
  localSignInRefused,
  maySignInLocally,
} from "#server/accounts/accountState.ts";
import { findUserForSignIn } from "#server/accounts/email.ts";
import { verifyPassword } from "#server/accounts/passwords.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { unauthorized } from "#server/refusals.ts";
import { startVerifiedSession } from "#server/sessions/sessions.ts";
import type { Tokens } from "#server/sessions/tokens.ts";
import { presentUser } from "#server/users/presenter.ts";
import type { KnownDevices } from "./knownDevice.ts";
import { type LoginThrottle, limitAttempts, networkShare } from "./loginThrottle.ts";
import { mergeEntriesHourly } from "./mergedEntries.ts";
import { createAccount } from "./registration.ts";

const session = { access: "public", tag: "Session" } as const;
export const TOO_MANY_ATTEMPTS =
  "Too many attempts from this address, or on the server as a whole.";

const LOGIN = api({
  ...session,
  operationId: "signIn",
  summary: "Sign in",
  body: credentialsRule,
  response: SessionResponse,
  failures: {
    401: "Wrong email address or password.",
    403: "The account is deactivated, an admin has not approved it yet, or LOCAL_SIGN_IN excludes it.",
    429: TOO_MANY_ATTEMPTS,
  },
});
const REGISTER = api({
  ...session,
  operationId: "register",
  summary: "Create an account and sign in",
  body: registrationRule,
  status: 201,
  response: SessionResponse,
  failures: {
    403:
      "Registration is closed, or closed for admins. Or the account was created but needs an " +
      "admin's approval (`code` is awaiting_approval).",
    409: "Another account has this email address.",
    429: TOO_MANY_ATTEMPTS,
  },
});
const wrongCredentials = () => unauthorized("Invalid email or password");

/**
 * Starts a session of a user who has just set their password, and makes the browser a known device.
 */
export type SignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
) => Promise<SessionResponse>;

/**
 * Sign-in and registration (§4, §7). Returns the function that signs in accounts created in other
 * ways.
 */
export function signInRoutes(
  app: FastifyInstance,
  deps: Deps,
  tokens: Tokens,
  throttle: LoginThrottle,
  devices: KnownDevices,
): SignIn {
  const { db, config, now } = deps;
  const failedSignIns = mergeEntriesHourly(app, deps, "user.sign_in_failed");

  /** Starts a session for a user whose password was right. */
  async function signIn(known: UserRow, email: string): Promise<SessionResponse> {
    const started = await startVerifiedSession(db, known, email, now());
    if (!started) throw wrongCredentials();
    const { sessionId, user } = started;
    return { user: presentUser(user), ...(await tokens.issueFirst(sessionId, user.id)) };
  }

  const signInNew: SignIn = async (request, reply, user) => {
    const session = await signIn(user, user.email);
    devices.remember(request, reply, user.email);
    return session;
  };

  app.post("/api/auth/login", LOGIN, async (request, reply): Promise<SessionResponse> => {
    const { email, password } = request.body;
    const source = { address: request.ip, device: devices.find(request, email) };
    throttle.admit(source);
    const user = await findUserForSignIn(db, email);
    // Failures with an account's current and with its pending address count together. Unknown users
    // and wrong passwords cost the same work.
    const isRight = await throttle.guard(user?.email ?? email, source, (share) =>
      verifyPassword(user?.password_hash, password, share),
    );
    if (!user || !isRight) {
      failedSignIns.add(user, request.ip);
      throw wrongCredentials();
    }
    if (user.is_active !== 1) throw accountUnusable(user);
    if (!maySignInLocally(user, config)) throw localSignInRefused();
    const session = await signIn(user, email);
    devices.remember(request, reply, session.user.email);
    return session;
  });

  app.post(
    "/api/auth/register",
    { ...REGISTER, ...limitAttempts(throttle) },
    async (request, reply): Promise<SessionResponse> => {
      const share = networkShare(request.ip);
      const user = await createAccount(db, request.body, config, now(), share);
      if (user.is_active !== 1) throw accountUnusable(user);
      const session = await signInNew(request, reply, user);
      reply.code(201);
      return session;
    },
  );

  return signInNew;
}
