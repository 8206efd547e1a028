import type { FastifyInstance, FastifyRequest } from "fastify";
import { inboxQueryRule, inboxReadRule, inboxSettingsRule } from "#contract/rules/inbox.ts";
import { InboxResponse, InboxSettings } from "#contract/shapes/inbox.ts";
import { valuesOf } from "#contract/task.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { todayOf, ZONE } from "#server/http/today.ts";
import { userOf } from "#server/sessions/access.ts";
import type { InboxOwner } from "./due.ts";
import { changeSettings, markAsRead, readInbox, readSettings } from "./queries.ts";
import { wakeInbox } from "./wakeInbox.ts";

const inbox = { access: "user", tag: "Inbox" } as const;
const READ = api({
  ...inbox,
  operationId: "getInbox",
  summary:
    "The caller's inbox: at most 50 tasks that are due or overdue, then 50 items, the newest first",
  headers: ZONE,
  query: inboxQueryRule,
  response: InboxResponse,
});
const MARK = api({
  ...inbox,
  operationId: "markInboxRead",
  summary: "Mark items of the caller's inbox as read: by their ids, or up to an instant",
  body: inboxReadRule,
  headers: ZONE,
});
const READ_SETTINGS = api({
  ...inbox,
  operationId: "getInboxSettings",
  summary: "Which kinds of items the caller's inbox gets",
  response: InboxSettings,
});
const CHANGE_SETTINGS = api({
  ...inbox,
  operationId: "updateInboxSettings",
  summary: "Turn kinds of items on or off",
  body: inboxSettingsRule,
  response: InboxSettings,
});

/** The inbox of the signed-in user, beyond §7. Nobody can read another user's inbox. */
export function inboxRoutes(app: FastifyInstance, { db, events, now }: Deps): void {
  const ownerOf = (request: FastifyRequest): InboxOwner => {
    const at = now();
    return { user: userOf(request), today: todayOf(request, at), now: at };
  };

  app.get(
    "/api/inbox",
    READ,
    async (request): Promise<InboxResponse> => await readInbox(db, ownerOf(request), request.query),
  );

  app.post("/api/inbox/read", MARK, async (request, reply) => {
    const { ids = "", until } = request.body;
    await markAsRead(db, ownerOf(request), { ids: valuesOf(ids), until });
    wakeInbox(events, [userOf(request).id]);
    return await reply.code(204).send();
  });

  app.get(
    "/api/inbox/settings",
    READ_SETTINGS,
    async (request): Promise<InboxSettings> => await readSettings(db, userOf(request).id),
  );

  app.put("/api/inbox/settings", CHANGE_SETTINGS, async (request): Promise<InboxSettings> => {
    const { id } = userOf(request);
    await changeSettings(db, id, request.body as Partial<InboxSettings>);
    wakeInbox(events, [id]);
    return await readSettings(db, id);
  });
}
