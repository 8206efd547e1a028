import { text } from "node:stream/consumers";
import type { FastifyInstance, InjectOptions } from "fastify";
import type { InvitationsResponse, MadeLink } from "#contract/shapes/link.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import { openScene } from "#server/testing/routeCalls/openScene.ts";
import { saveRows } from "#server/testing/savedRows.ts";
import {
  startServer,
  type TestResponse,
  type TestServer,
  type TestUser,
} from "#server/testing/server.ts";
import { CALLERS, type Caller, type FuzzRequest } from "./requests.ts";
import { type ExistingKind, PASSWORD } from "./values.ts";

/** A response, and its route if the request had one. */
export interface FuzzResponse {
  route: string | undefined;
  answer: TestResponse;
  text: string;
}

/** A server with some data, which requests change. */
export interface World {
  server: TestServer;
  app: FastifyInstance;
  /** Replaces all data with a row in every table. */
  reset(): Promise<void>;
  send(sending: FuzzRequest): Promise<FuzzResponse>;
  close(): Promise<void>;
}

const ROUTE_HEADER = "x-test-route";

/** Replaces the placeholders of values.ts. */
function fillPlaceholders(text: string, known: Record<ExistingKind, string[]>): string {
  return text
    .replaceAll(/@existing@(\w+):(\d+)@/g, (_place, kind: ExistingKind, which: string) => {
      const all = known[kind];
      return all[Number(which) % all.length] ?? "none";
    })
    .replaceAll(/"@raw@([^"@]*)@"/g, "$1");
}

/** The caller's `Authorization` header. */
async function authorizationOf(
  caller: Caller,
  signedIn: (role: "member" | "admin") => Promise<TestUser>,
): Promise<string | undefined> {
  if (caller === "nobody") return undefined;
  if (caller === "forger") return `Bearer ${(await signedIn("admin")).accessToken.slice(0, -2)}`;
  if (caller === "refresher") return `Bearer ${(await signedIn("admin")).refreshToken}`;
  if (caller === "other") return "Basic YWRtaW46YWRtaW4=";
  return `Bearer ${(await signedIn(caller)).accessToken}`;
}

async function inject(
  app: FastifyInstance,
  sending: FuzzRequest,
  options: InjectOptions,
): Promise<FuzzResponse> {
  const response = await app.inject({ ...options, payloadAsStream: true });
  const type = String(response.headers["content-type"]);
  const isStream = type === "text/event-stream";
  if (isStream) response.raw.res.destroy();
  const sent = isStream ? "" : await text(response.stream());
  const answer: TestResponse = {
    status: response.statusCode,
    headers: response.headers,
    body: type.startsWith("application/json") && sent ? (JSON.parse(sent) as unknown) : sent,
  };
  // Event streams bypass the onSend hook.
  const url = isStream ? "/api/events" : response.headers[ROUTE_HEADER];
  return { route: url ? `${sending.method} ${String(url)}` : undefined, answer, text: sent };
}

export async function createWorld(): Promise<World> {
  const server = await startServer();
  const app = await buildApp(server.deps);
  app.addHook("onSend", async (request, reply) => {
    reply.header(ROUTE_HEADER, request.routeOptions.url);
  });
  const password_hash = await hashPassword(PASSWORD);
  const scene = await openScene(server, password_hash);
  const restore = await saveRows(server);
  const { admin, member, linked } = scene;
  const users: Partial<Record<Caller, TestUser>> = {};
  let known: Record<ExistingKind, string[]>;

  /** The user with this role. An earlier request may have ended the session. */
  async function signedIn(role: "member" | "admin"): Promise<TestUser> {
    const user = users[role] ?? (await server.as(role, { password_hash }));
    if (!users[role]) learn("user", user.user.id);
    users[role] = user;
    return user;
  }

  function learn(kind: ExistingKind, value: unknown) {
    if (typeof value === "string") known[kind].push(value);
  }

  /** Lets later requests refer to the rows in a response. */
  function learnFrom({ status, body }: TestResponse) {
    if (status >= 300 || typeof body !== "object" || body === null) return;
    const {
      task,
      team,
      label,
      view,
      user,
      refreshToken,
      comment,
      token,
      webhook,
      delivery,
      import: imported,
      run,
    } = body as Record<string, { id?: unknown }>;
    const { path } = body as { path?: unknown };
    if (typeof path === "string") learn("calendarFile", path.split("/").at(-1));
    learn("task", task?.id);
    learn("team", team?.id);
    learn("label", label?.id);
    learn("view", view?.id);
    learn("import", imported?.id);
    learn("userRun", run?.id);
    learn("taskRun", run?.id);
    learn("webhook", webhook?.id);
    learn("delivery", delivery?.id);
    learn("user", user?.id);
    learn("apiToken", token?.id);
    learn("refreshToken", refreshToken);
    const { results = [] } = body as Partial<InvitationsResponse>;
    for (const made of [body, ...results.map((result) => result.made)]) {
      const { link, path } = Object(made) as Partial<MadeLink>;
      learn("link", link?.id);
      learn("token", path?.split("#")[1]);
    }
    if (comment) learn("comment", (body as { id?: unknown }).id);
    if (refreshToken) learn("email", (user as { email?: unknown } | undefined)?.email);
  }

  return {
    server,
    app,
    async reset() {
      await restore();
      for (const caller of CALLERS) delete users[caller];
      Object.assign(users, { admin, member });
      known = {
        user: [admin.user.id, member.user.id, linked.user.id],
        email: [admin.user.email, member.user.email],
        refreshToken: [admin.refreshToken, member.refreshToken],
        task: [scene.taskId],
        comment: [scene.commentId],
        team: [scene.teamId],
        label: [scene.labelId, scene.otherLabelId, scene.deletedLabelId],
        view: [scene.viewId, scene.deletedViewId],
        apiToken: [scene.apiTokenId],
        calendarFile: [scene.calendarFile],
        link: [scene.linkId],
        token: [scene.invitationToken, scene.resetToken],
        import: [scene.importId, scene.draftId],
        userRun: [scene.runId],
        taskRun: [scene.taskRunId],
        webhook: [scene.webhookId],
        delivery: [scene.deliveryId],
      };
    },
    async send(sending) {
      const { caller, method, body } = sending;
      const authorization = await authorizationOf(caller, signedIn);
      const response = await inject(app, sending, {
        method,
        url: fillPlaceholders(sending.url, known),
        headers: { ...sending.headers, ...(authorization && { authorization }) },
        ...(body !== undefined && {
          payload: typeof body === "string" ? fillPlaceholders(body, known) : Buffer.from(body),
        }),
      });
      learnFrom(response.answer);
      const { status } = response.answer;
      // A new user replaces one who was signed out, deactivated, deleted or demoted.
      if (status === 401 || status === 403) delete users[caller];
      return response;
    },
    async close() {
      await app.close();
      await server.close();
    },
  };
}
