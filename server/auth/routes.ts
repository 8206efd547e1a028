import { registrationRule } from "#contract/rules/registration.ts";
import { credentialsRule, refreshRule } from "#contract/rules/session.ts";
import type { RefreshResponse, SessionResponse } from "#contract/session.ts";
import type { UserResponse } from "#contract/user.ts";
import { userOf } from "#server/http/access.ts";
import type { UserRow } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { unauthorized, validated } from "#server/http/errors.ts";
import { presentUser } from "#server/users/presenter.ts";
import { findSignInName } from "#server/users/email.ts";
import { api } from "#server/http/apiRoute.ts";
import { named, shape, text } from "#server/openapi/schema.ts";
import { USER } from "#server/users/schemas.ts";
import type { FastifyInstance } from "fastify";
import { accountUnusable, isClosed } from "./accounts.ts";
import { countFailedSignIns, writeHourly } from "./failedSignIns.ts";
import { knownDevices } from "./knownDevice.ts";
import { type LoginThrottle, networkShare } from "./loginThrottle.ts";
import { verifyPassword } from "./passwords.ts";
import { createAccount } from "./registration.ts";
import { createRateLimit } from "./rateLimit.ts";
import {
  deleteStaleSessions,
  endSession,
  signOutEverywhere,
  startSessionOf,
  redeemRefreshToken,
} from "./sessions.ts";
import { signers } from "./signing.ts";
import type { Tokens } from "./tokens.ts";

const MINUTE_MS = 60_000;
/** Refreshes of one session: a hundred tabs that open at once stay below this. */
export const REFRESHES_A_MINUTE = 120;
/** Time between two sweeps of the sessions, by a server that many sign in to. */
const SWEEP_EVERY_MS = 60 * MINUTE_MS;

const session = { access: "public", tag: "Session" } as const;
const SESSION = named(
  "Session",
  shape<SessionResponse>({ user: USER, accessToken: text, refreshToken: text }),
);
const REFRESHED = named(
  "Refreshed",
  shape<RefreshResponse>({
    accessToken: text,
    refreshToken: {
      type: "string",
      description: "An offer: who takes it uses it from then on; the present one stays good.",
    },
  }),
);
const MANY_SIGN_INS = "Too many attempts, of this address or in all.";

const LOGIN = api({
  ...session,
  summary: "Sign in",
  body: credentialsRule,
  answer: SESSION,
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
  answer: SESSION,
  failures: {
    403:
      "Registration is closed, or closed to admins; or the account was made and waits for an " +
      "admin's approval (`code` is awaiting_approval).",
    409: "The address has an account already.",
    429: MANY_SIGN_INS,
  },
});
const ME = api({
  access: "user",
  tag: "Session",
  summary: "Who is signed in",
  answer: shape<UserResponse>({ user: USER }),
});
const REFRESH = api({
  ...session,
  summary: "Get another access token",
  body: refreshRule,
  answer: REFRESHED,
  failures: {
    401: "The session is over; `code` is account_closed where the account is, too.",
    429: "Too many refreshes of this session.",
  },
});
const LOGOUT = api({
  ...session,
  summary: "End the session of a refresh token, known or not",
  body: refreshRule,
});
const LOGOUT_EVERYWHERE = api({
  access: "user",
  tag: "Session",
  summary: "Sign out everywhere, here included",
});

const wrongCredentials = () => unauthorized("Invalid email or password");

/** Sign-in, registration, and the life of a session (§4, §7). */
export async function authRoutes(
  app: FastifyInstance,
  deps: Deps,
  tokens: Tokens,
  throttle: LoginThrottle,
): Promise<void> {
  const { db, config, events, now, elapsed = () => performance.now() } = deps;
  const refreshLimit = createRateLimit(MINUTE_MS, elapsed);
  const failedSignIns = countFailedSignIns(deps);
  writeHourly(app, failedSignIns);
  const devices = knownDevices((await signers(db))("known device"));

  let sweptAt = now().getTime();
  /** Sessions that have run out are refused in any case; they would only pile up. */
  async function sweep(at: Date): Promise<void> {
    if (at.getTime() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = at.getTime();
    await deleteStaleSessions(db, at);
  }

  async function signIn(known: UserRow, email: string): Promise<SessionResponse> {
    const at = now();
    const started = await startSessionOf(db, known, email, at);
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
  }

  app.post("/api/auth/login", LOGIN, async (request, reply): Promise<SessionResponse> => {
    const { email, password } = validated(credentialsRule, request.body);
    const origin = { address: request.ip, device: devices.find(request, email) };
    throttle.admit(origin);
    const user = await findSignInName(db, email);
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

  app.get(
    "/api/auth/me",
    ME,
    async (request): Promise<UserResponse> => ({ user: presentUser(userOf(request)) }),
  );

  app.post("/api/auth/refresh", REFRESH, async (request, reply): Promise<RefreshResponse> => {
    const token = await tokens.readRefresh(validated(refreshRule, request.body).refreshToken);
    if (token) refreshLimit.take(token.sessionId, REFRESHES_A_MINUTE);
    const redemption = token && (await redeemRefreshToken(db, token, now()));
    if (token && redemption?.outcome === "renewed") {
      const { emailKey } = redemption;
      // Sessions of an earlier version, or a browser that has dropped the cookie.
      if (!devices.find(request, emailKey)) devices.remember(request, reply, emailKey);
      return {
        accessToken: await tokens.issueAccess(token.sessionId),
        refreshToken: await tokens.issueRefresh({ ...token, generation: redemption.next }),
      };
    }
    if (redemption?.outcome === "revoked") {
      const { userId } = redemption;
      request.log.warn(
        { user: userId },
        "a superseded refresh token was used: its session is ended",
      );
      events.publish({ type: "session", id: userId });
    }
    // Only a token that this server has signed names an account: strangers learn nothing.
    const closed = token?.userId !== undefined && (await isClosed(db, token.userId));
    throw unauthorized(
      "Session expired. Please login again.",
      closed ? "account_closed" : undefined,
    );
  });

  app.post("/api/auth/logout", LOGOUT, async ({ body }, reply) => {
    const token = await tokens.readRefresh(validated(refreshRule, body).refreshToken);
    const userId = token && (await endSession(db, token.sessionId));
    if (userId !== undefined) events.publish({ type: "session", id: userId });
    return await reply.code(204).send();
  });

  app.delete("/api/auth/sessions", LOGOUT_EVERYWHERE, async (request, reply) => {
    const user = userOf(request);
    await signOutEverywhere(db, user, now());
    events.publish({ type: "session", id: user.id });
    return await reply.code(204).send();
  });
}
