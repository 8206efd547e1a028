import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Profile, ProfileResponse } from "#contract/profile.ts";
import { passwordChangeRule, profileRule } from "#contract/rules/profile.ts";
import { hashPassword, verifyPassword } from "#server/accounts/passwords.ts";
import { isRecorded } from "#server/audit/record.ts";
import type { LoginThrottle } from "#server/auth/loginThrottle.ts";
import type { Deps } from "#server/deps.ts";
import { CLIENT_ID_HEADER, originOf } from "#server/events/origin.ts";
import { api } from "#server/http/apiRoute.ts";
import { keyReused, refused, validated } from "#server/http/errors.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import { named, shape } from "#server/http/schema.ts";
import { sessionIdOf, userOf } from "#server/sessions/access.ts";
import { presentProfile } from "#server/users/presenter.ts";
import { userFields } from "#server/users/schemas.ts";
import { isAnotherAddress, replacePassword, updateProfile } from "./queries.ts";

const PROFILE = named(
  "Profile",
  shape<Profile>(
    {
      ...userFields,
      email_needs_password: {
        type: "boolean",
        description: "A new address holds at once only with `currentPassword`.",
      },
      pending_email: {
        type: "string",
        description: "A new address: a sign-in with it and the password confirms it.",
      },
    },
    ["awaiting_approval", "email_needs_password", "pending_email"],
  ),
);
const own = { access: "user", tag: "Profile" } as const;
const profile = shape<ProfileResponse>({ profile: PROFILE });
const MANY_PASSWORDS = "Too many failed attempts, or too many people are signing in.";

const READ = api({ ...own, summary: "One's own account", response: profile });
const CHANGE = api({
  ...own,
  summary: "Change one's name and address; a new address waits where no password is sent",
  body: profileRule(null),
  headers: CLIENT_ID_HEADER,
  response: profile,
  failures: { 409: "The address has an account already.", 429: MANY_PASSWORDS },
});
const CHANGE_PASSWORD = api({
  ...own,
  summary: "Change one's password; all other sessions end",
  body: passwordChangeRule,
  failures: { 429: MANY_PASSWORDS },
});

const wrongPassword = () =>
  refused([{ param: "currentPassword", msg: "Current password is incorrect" }]);

/** The signed-in user's own account (§2, §7). */
export function profileRoutes(
  app: FastifyInstance,
  { db, events, now }: Deps,
  throttle: LoginThrottle,
): void {
  /** The hash of the password, if it is the caller's. Throws a 400 otherwise. */
  async function confirmed(request: FastifyRequest, password: string): Promise<string> {
    const { email, password_hash } = userOf(request);
    // A browser that was left signed in is a place to guess, too.
    const origin = { address: request.ip, device: sessionIdOf(request) };
    const attempt = await throttle.begin(email, origin);
    const right = await attempt.judge(() => verifyPassword(password_hash, password, attempt.share));
    if (!right) throw wrongPassword();
    await attempt.succeeded();
    return password_hash;
  }

  app.get(
    "/api/profile",
    READ,
    async (request): Promise<ProfileResponse> => ({ profile: presentProfile(userOf(request)) }),
  );

  app.put("/api/profile", CHANGE, async (request): Promise<ProfileResponse> => {
    const before = userOf(request);
    const wanted = validated(profileRule(before), request.body);
    const { currentPassword } = wanted;
    const confirmedBy =
      currentPassword !== undefined && isAnotherAddress(wanted.email, before)
        ? await confirmed(request, currentPassword)
        : undefined;
    const user = await updateProfile(db, before.id, wanted, { at: now(), confirmedBy });
    const changed = (["name", "email", "pending_email"] as const).some(
      (field) => user[field] !== before[field],
    );
    if (changed) {
      events.publish({ type: "user", id: user.id, change: "updated", by: originOf(request) });
    }
    return { profile: presentProfile(user) };
  });

  app.put("/api/profile/password", CHANGE_PASSWORD, async (request, reply) => {
    const { currentPassword, newPassword } = validated(passwordChangeRule, request.body);
    const user = userOf(request);
    // A browser that was left signed in is a place to guess, too.
    const origin = { address: request.ip, device: sessionIdOf(request) };
    const attempt = await throttle.begin(user.email, origin);
    const { share } = attempt;
    const right = await attempt.judge(() =>
      verifyPassword(user.password_hash, currentPassword, share),
    );
    const id = idempotentId(request);
    const known = await isRecorded(db, { id });
    const done = known && (await verifyPassword(user.password_hash, newPassword, share));
    if (known && !done) throw keyReused();
    const context = { by: user, at: now(), id };
    if (!right && !done) throw wrongPassword();
    await attempt.succeeded();
    if (!done) {
      const newHash = await hashPassword(newPassword, share);
      const replaced = await replacePassword(db, user, newHash, sessionIdOf(request), context);
      if (!replaced && !(await isRecorded(db, context))) throw wrongPassword();
    }
    events.publish({ type: "session", id: user.id });
    return await reply.code(204).send();
  });
}
