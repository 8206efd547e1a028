import type { ProfileResponse } from "#contract/profile.ts";
import { passwordChangeRule, profileRule } from "#contract/rules/profile.ts";
import { sessionIdOf, userOf } from "#server/http/access.ts";
import { isDone } from "#server/audit/record.ts";
import type { LoginThrottle } from "#server/auth/loginThrottle.ts";
import { hashPassword, verifyPassword } from "#server/auth/passwords.ts";
import type { Deps } from "#server/deps.ts";
import { keyReused, refused, validated } from "#server/http/errors.ts";
import { originOf } from "#server/events/origin.ts";
import { idOfNew } from "#server/http/idempotency.ts";
import { presentUser } from "#server/users/presenter.ts";
import type { FastifyInstance } from "fastify";
import { replacePassword, updateProfile } from "./queries.ts";

const wrongPassword = () =>
  refused([{ param: "currentPassword", msg: "Current password is incorrect" }]);

/** The signed-in user's own account (§2, §7). */
export function profileRoutes(
  app: FastifyInstance,
  { db, events, now }: Deps,
  throttle: LoginThrottle,
): void {
  app.get(
    "/api/profile",
    { config: { access: "user" } },
    async (request): Promise<ProfileResponse> => ({ profile: presentUser(userOf(request)) }),
  );

  app.put(
    "/api/profile",
    { config: { access: "user" } },
    async (request): Promise<ProfileResponse> => {
      const before = userOf(request);
      const wanted = validated(profileRule(before), request.body);
      const user = await updateProfile(db, before.id, wanted, now());
      if (user.name !== before.name || user.email !== before.email) {
        events.publish({ type: "user", id: user.id, change: "updated", by: originOf(request) });
      }
      return { profile: presentUser(user) };
    },
  );

  app.put("/api/profile/password", { config: { access: "user" } }, async (request, reply) => {
    const { currentPassword, newPassword } = validated(passwordChangeRule, request.body);
    const user = userOf(request);
    // A browser that was left signed in is a place to guess, too.
    const origin = { address: request.ip, device: sessionIdOf(request) };
    const attempt = await throttle.begin(user.email, origin);
    const { share } = attempt;
    const right = await attempt.judge(() =>
      verifyPassword(user.password_hash, currentPassword, share),
    );
    const id = idOfNew(request);
    const known = await isDone(db, { id });
    const done = known && (await verifyPassword(user.password_hash, newPassword, share));
    if (known && !done) throw keyReused();
    const context = { by: user, at: now(), id };
    if (!right && !done) throw wrongPassword();
    await attempt.succeeded();
    if (!done) {
      const newHash = await hashPassword(newPassword, share);
      const replaced = await replacePassword(db, user, newHash, sessionIdOf(request), context);
      if (!replaced && !(await isDone(db, context))) throw wrongPassword();
    }
    events.publish({ type: "session", id: user.id });
    return await reply.code(204).send();
  });
}
