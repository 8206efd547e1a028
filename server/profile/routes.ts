import type { FastifyInstance, FastifyRequest } from "fastify";
import { passwordChangeRule, profileRule } from "#contract/rules/profile.ts";
import { type Profile, ProfileResponse } from "#contract/shapes/profile.ts";
import { hashPassword, verifyPassword } from "#server/accounts/passwords.ts";
import { type LoginThrottle, shareOf } from "#server/auth/loginThrottle.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { CLIENT_ID_HEADER, contextOf, originOf } from "#server/changes/requestContext.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/validation.ts";
import { refused } from "#server/refusals.ts";
import { sessionIdOf, userOf } from "#server/sessions/access.ts";
import { presentProfile } from "#server/users/presenter.ts";
import { changesEmail, replacePassword, updateProfile } from "./queries.ts";

const ownProfile = { access: "user", tag: "Profile" } as const;
const TOO_MANY_ATTEMPTS = "Too many failed attempts, or too many people are signing in.";

const READ = api({
  ...ownProfile,
  operationId: "getProfile",
  summary: "The signed-in user's account",
  response: ProfileResponse,
});
const CHANGE = api({
  ...ownProfile,
  operationId: "updateProfile",
  summary:
    "Change name and email address; with EMAIL_CHANGE=password a new address is pending without the password",
  dependentBody: profileRule(null),
  headers: CLIENT_ID_HEADER,
  response: ProfileResponse,
  failures: { 409: "Another account has this email address.", 429: TOO_MANY_ATTEMPTS },
});
const CHANGE_PASSWORD = api({
  ...ownProfile,
  operationId: "changePassword",
  summary:
    "Change the password, which ends all other sessions, API tokens, the calendar feed and open links",
  body: passwordChangeRule,
  failures: { 429: TOO_MANY_ATTEMPTS },
});

const wrongPassword = () =>
  refused([{ param: "currentPassword", msg: "Current password is incorrect" }]);

/** Routes for the signed-in user's own account (§2, §7). */
export function profileRoutes(
  app: FastifyInstance,
  { db, config, events, now }: Deps,
  throttle: LoginThrottle,
): void {
  const sourceOf = (request: FastifyRequest) => ({
    address: request.ip,
    device: sessionIdOf(request),
  });

  const present = (user: UserRow): Profile => ({
    ...presentProfile(user),
    ...(config.emailChange === "password" && { email_needs_password: true }),
  });

  /** Throttled like a sign-in: someone may guess in a browser that was left signed in. */
  async function isPasswordOfCaller(request: FastifyRequest, password: string): Promise<boolean> {
    const { email, password_hash } = userOf(request);
    return await throttle.guard(email, sourceOf(request), (share) =>
      verifyPassword(password_hash, password, share),
    );
  }

  app.get(
    "/api/profile",
    READ,
    async (request): Promise<ProfileResponse> => ({ profile: present(userOf(request)) }),
  );

  app.put("/api/profile", CHANGE, async (request): Promise<ProfileResponse> => {
    const before = userOf(request);
    const input = validated(profileRule(before), request.body);
    const { email, currentPassword } = input;
    const { emailChange } = config;
    const asksPassword = emailChange === "password" && changesEmail(email, before);
    const verifies = asksPassword && currentPassword !== undefined;
    if (verifies && !(await isPasswordOfCaller(request, currentPassword))) throw wrongPassword();
    const verifiedHash = verifies ? before.password_hash : undefined;
    const user = await updateProfile(db, before.id, input, {
      context: contextOf(request, now()),
      emailChange,
      verifiedHash,
    });
    // A pending address isn't recorded before it is confirmed.
    if (user.email === before.email && user.pending_email !== before.pending_email) {
      events.publish({ type: "user", id: user.id, change: "updated", by: originOf(request) });
    }
    return { profile: present(user) };
  });

  app.put("/api/profile/password", CHANGE_PASSWORD, async (request, reply) => {
    const { currentPassword, newPassword } = request.body;
    const user = userOf(request);
    const context = contextOf(request, now());
    if (!(await isRecorded(db, context))) {
      if (!(await isPasswordOfCaller(request, currentPassword))) throw wrongPassword();
      const newHash = await hashPassword(newPassword, shareOf(user.email, sourceOf(request)));
      const replaced = await replacePassword(db, user, newHash, sessionIdOf(request), context);
      // Another server may have handled a retry of this request at the same time.
      if (!replaced && !(await isRecorded(db, context))) throw wrongPassword();
    }
    events.publish({ type: "session", id: user.id });
    return await reply.code(204).send();
  });
}
