import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { linkRule, signInCodeRule } from "#contract/rules/signIn.ts";
import { SessionResponse } from "#contract/shapes/session.ts";
import { accountUnusable } from "#server/accounts/accountState.ts";
import { verifyPassword } from "#server/accounts/passwords.ts";
import type { KnownDevices } from "#server/auth/knownDevice.ts";
import type { LoginThrottle } from "#server/auth/loginThrottle.ts";
import { api } from "#server/http/apiRoute.ts";
import { badRequest, refused } from "#server/refusals.ts";
import type { Tokens } from "#server/sessions/tokens.ts";
import { presentUser } from "#server/users/presenter.ts";
import { getUser } from "#server/users/queries.ts";
import { browserSecretOf } from "./browserSecret.ts";
import { type Confirmation, type FoundCode, findCode, redeemCode } from "./codes.ts";
import { type OidcDeps, providerOf } from "./oidcDeps.ts";
import { syncUser } from "./sync.ts";

const shared = { access: "public", tag: "OpenID Connect", response: SessionResponse } as const;
const EXCHANGE = api({
  ...shared,
  operationId: "exchangeSignInCode",
  summary: "Sign in with the code of a finished sign-in",
  body: signInCodeRule,
  failures: { 403: "The account is deactivated, or an admin has not approved it yet." },
});
const LINK = api({
  ...shared,
  operationId: "linkOidcAccount",
  summary: "Confirm with the password that the provider's user owns the account, and sign in",
  body: linkRule,
  failures: {
    403: "The account is deactivated, or an admin has not approved it yet.",
    429: "Too many attempts from this address, or for this account.",
  },
});
const expired = () => badRequest("This sign-in has expired. Please start again.");

/** The calls by which the app turns a code into a session. */
export function codeRoutes(
  app: FastifyInstance,
  deps: OidcDeps,
  tokens: Tokens,
  throttle: LoginThrottle,
  devices: KnownDevices,
): void {
  const { db, config, events, now } = deps;

  /** Redeems a code, and sets role and teams as the provider's claims say. */
  async function sessionOf(
    code: FoundCode,
    request: FastifyRequest,
    reply: FastifyReply,
    confirmed?: Confirmation,
  ): Promise<SessionResponse> {
    const redeemed = await redeemCode(db, code, now(), confirmed);
    if (!redeemed) throw expired();
    const { sessionId, isFirst } = redeemed;
    const mayProve = confirmed !== undefined || code.identityId === null;
    if (mayProve) events.publish({ type: "session", id: redeemed.user.id });
    if (sessionId === undefined) throw accountUnusable(redeemed.user);
    const provider = config.oidcProviders.find(({ id }) => id === code.provider);
    if (provider && code.claims !== null && (isFirst || provider.sync)) {
      await syncUser(deps.db, provider, redeemed.user, code.claims, now());
    }
    const user = await getUser(db, redeemed.user.id);
    devices.remember(request, reply, user.email);
    return { user: presentUser(user), ...(await tokens.issueFirst(sessionId, user.id)) };
  }

  app.post(
    "/api/auth/oidc/exchange",
    EXCHANGE,
    async (request, reply): Promise<SessionResponse> => {
      const { code } = request.body;
      const found = await findCode(db, code, browserSecretOf(request, config), now());
      if (!found || (found.identityId !== null && found.confirmed_at === null)) throw expired();
      return await sessionOf(found, request, reply);
    },
  );

  app.post("/api/auth/oidc/link", LINK, async (request, reply): Promise<SessionResponse> => {
    const { code, password } = request.body;
    const found = await findCode(db, code, browserSecretOf(request, config), now());
    if (!found || found.provider === null) throw expired();
    const { label } = providerOf(config, found.provider);
    const user = await getUser(db, found.user_id);
    const source = { address: request.ip, device: devices.find(request, user.email) };
    throttle.admit(source);
    const isRight = await throttle.guard(user.email, source, (share) =>
      verifyPassword(user.password_hash, password, share),
    );
    if (!isRight) throw refused([{ param: "password", msg: "Wrong password" }]);
    return await sessionOf(found, request, reply, { user, label });
  });
}
