import { generateKeyPairSync, type JsonWebKey, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Provider } from "oidc-provider";

/*
 * A real OpenID Connect provider in a process of its own. It sends its issuer to the parent process,
 * which commands it by POST requests to /test/….
 */

interface Command {
  /** Taskdeck's origin, and the provider's id in its configuration. */
  origin?: string;
  client?: string;
  /** The claims of each user, by subject. */
  users?: Record<string, Record<string, unknown>>;
}

let users: NonNullable<Command["users"]> = {};
let origin = "http://localhost:1";
let client = "test";
let keys = [newKey()];

function newKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), use: "sig", alg: "RS256" };
}

function createProvider(issuer: string): RequestListener {
  const base = `${origin}/api/auth/oidc/${client}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "taskdeck",
        client_secret: "the client's secret",
        redirect_uris: [`${base}/callback`],
        post_logout_redirect_uris: [`${origin}/login`],
        backchannel_logout_uri: `${base}/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    // The provider's own `fetch` refuses addresses of this machine.
    fetch: async (url, options) =>
      await fetch(url, {
        method: options?.method ?? "GET",
        headers: options?.headers ?? {},
        body: options?.body ?? null,
      }),
    pkce: { required: () => true },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...users[accountId] }),
    }),
  });
  const listen = provider.callback();
  return (request, response) => void listen(request, response);
}

let handle: RequestListener = (_request, response) => response.writeHead(503).end();

async function obey(request: IncomingMessage): Promise<void> {
  const command = JSON.parse((await text(request)) || "{}") as Command;
  origin = command.origin ?? origin;
  client = command.client ?? client;
  users = command.users ?? users;
  if (request.url === "/test/rotate-keys") keys = [newKey()];
  if (request.url !== "/test/users") handle = createProvider(issuer);
}

const server = createServer((request, response) => {
  if (request.url?.startsWith("/test/")) {
    void obey(request).then(() => response.writeHead(204).end());
  } else handle(request, response);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
process.send?.({ issuer });
process.once("disconnect", () => process.exit());
