import type { FastifyInstance } from "fastify";
import { registrationRule } from "#contract/rules/registration.ts";
import { credentialsRule } from "#contract/rules/session.ts";
import type { SessionResponse } from "#contract/session.ts";
import { accountUnusable } from "#server/accounts/accountState.ts";
import { findUserForSignIn } from "#server/accounts/email.ts";
import { verifyPassword } from "#server/accounts/passwords.ts";
import type { UserRow } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { unauthorized, validated } from "#server/http/errors.ts";
import { named, shape, text } from "#server/http/schema.ts";
import { deleteStaleSessions, startVerifiedSession } from "#server/sessions/sessions.ts";
import type { Tokens } from "#server/sessions/tokens.ts";
import { presentUser } from "#server/users/presenter.ts";
import { USER } from "#server/users/schemas.ts";
import { countFailedSignIns, writeHourly } from "./failedSignIns.ts";
import type { KnownDevices } from "./knownDevice.ts";
import { type LoginThrottle, networkShare } from "./loginThrottle.ts";
import { createAccount } from "./registration.ts";

/** Time between two sweeps of the sessions, by a server that many sign in to. */
const SWEEP_EVERY_MS = 60 * 60_000;

const session = { access: "public", tag: "Session" } as const;
const SESSION = named(
  "Session",
  shape<SessionResponse>({ user: USER, accessToken: text, refreshToken: text }),
);
const MANY_SIGN_INS = "Too many attempts, of this address or in all.";

const LOGIN = api({
  ...session,
  summary: "Sign in",
  body: credentialsRule,
  response: SESSION,
  failures: {
    401: "Wrong address or password.",
    403: "The account is deactivated, or waits for an admin's approval.",
    429: MANY_SIGN_INS,
  },
});
const REGISTER = api({
  ...session,
  summary: "Make an account, signed in",
  body: registrationRule,
  status: 201,
  response: SESSION,
  failures: {
    403:
      "Registration is closed, or closed to admins; or the account was made and waits for an " +
      "admin's approval (`code` is awaiting_approval).",
    409: "The address has an account already.",
    429: MANY_SIGN_INS,
  },
});
const wrongCredentials = () => unauthorized("Invalid email or password");

/** Starts sessions, and deletes those that have ended long ago. */
function sessionStarter({ db, events, now }: Deps, tokens: Tokens) {
  let sweptAt = now().getTime();
  /** Sessions that have run out are refused in any case; they would only pile up. */
  async function sweep(at: Date): Promise<void> {
    if (at.getTime() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = at.getTime();
    await deleteStaleSessions(db, at);
  }

  return async function signIn(known: UserRow, email: string): Promise<SessionResponse> {
    const at = now();
    const started = await startVerifiedSession(db, known, email, at);
    if (!started) throw wrongCredentials();
    const { sessionId, user } = started;
    if (user.email !== known.email) {
      events.publish({ type: "user", id: user.id, change: "updated", by: null });
    }
    await sweep(at);
    return {
      user: presentUser(user),
      accessToken: await tokens.issueAccess(sessionId),
      refreshToken: await tokens.issueRefresh({ sessionId, generation: 0, userId: user.id }),
    };
  };
}

/** Sign-in and registration (§4, §7). */
export function signInRoutes(
  app: FastifyInstance,
  deps: Deps,
  tokens: Tokens,
  throttle: LoginThrottle,
  devices: KnownDevices,
): void {
  const { db, config, events, now } = deps;
  const signIn = sessionStarter(deps, tokens);
  const failedSignIns = countFailedSignIns(deps);
  writeHourly(app, failedSignIns);

  app.post("/api/auth/login", LOGIN, async (request, reply): Promise<SessionResponse> => {
    const { email, password } = validated(credentialsRule, request.body);
    const origin = { address: request.ip, device: devices.find(request, email) };
    throttle.admit(origin);
    const user = await findUserForSignIn(db, email);
    // Of an account with two addresses, the failures with each count as those of one.
    const attempt = await throttle.begin(user?.email ?? email, origin);
    // Unknown and mistaken users cost the same work.
    const right = await attempt.judge(() =>
      verifyPassword(user?.password_hash, password, attempt.share),
    );
    if (!user || !right) {
      failedSignIns.add(user, request.ip);
      throw wrongCredentials();
    }
    await attempt.succeeded();
    if (user.is_active !== 1) throw accountUnusable(user);
    const session = await signIn(user, email);
    devices.remember(request, reply, session.user.email);
    return session;
  });

  app.post("/api/auth/register", REGISTER, async (request, reply): Promise<SessionResponse> => {
    throttle.admit({ address: request.ip });
    const registration = validated(registrationRule, request.body);
    const share = networkShare(request.ip);
    const user = await createAccount(db, registration, config, now(), share);
    events.publish({ type: "user", id: user.id, change: "created", by: null });
    if (user.is_active !== 1) throw accountUnusable(user);
    const session = await signIn(user, user.email);
    devices.remember(request, reply, user.email);
    reply.code(201);
    return session;
  });
}
