import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RegistrationMode } from "#contract/session.ts";
import { PERMISSIONS_POLICY, pagePolicy } from "./headers.ts";
import { PAGE_FILES, pageLinks, readPageFiles } from "./pageFiles.ts";

const NONCE_PLACE = "__CSP_NONCE__";
const REGISTRATION_PLACE = "__REGISTRATION__";
const YEAR = 365 * 24 * 60 * 60;

/** Addresses that never fall back to the page: calls, and files that a former build had. */
const isNoPage = (path: string) => /^\/(?:api|assets)(?:\/|$)/.test(path);

/** Files of the build that only this server reads. */
const PRIVATE_FILES = /(?:\.map|\/build-stamp\.txt)$/;
const isPrivate = (path: string) => PRIVATE_FILES.test(path) || path.endsWith(`/${PAGE_FILES}`);

/** Who looks for a file (robots.txt, a script) is told that there is none. */
const wantsPage = ({ headers: { accept = "" } }: FastifyRequest, path: string) =>
  accept.includes("text/html") || !/\.\w+$/.test(path);

function sendPage(reply: FastifyReply, html: string, mode: RegistrationMode): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy(nonce))
    .header("permissions-policy", PERMISSIONS_POLICY)
    .send(html.replaceAll(NONCE_PLACE, nonce).replace(REGISTRATION_PLACE, mode));
}

/**
 * Serves the built app: its files as they are, and its page, with a fresh nonce, under every
 * address that is nothing else. Everything unknown under /api is a 404 in JSON.
 *
 * @param registration what becomes of a registration: the page says it
 */
export async function serveApp(
  app: FastifyInstance,
  distDir: string | undefined,
  registration: () => Promise<RegistrationMode>,
): Promise<void> {
  const index = distDir && join(distDir, "index.html");
  const html = index && existsSync(index) ? readFileSync(index, "utf8") : undefined;
  const linksOf = pageLinks(distDir ? readPageFiles(distDir) : {});

  if (html !== undefined) {
    await app.register(fastifyStatic, {
      root: distDir ?? "",
      index: false,
      // A route for each file there is: an odd address is unknown, not forbidden.
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // Files only: folders are addresses of the app, and the page itself needs its nonce first.
      allowedPath: (path) => /\.\w+$/.test(path) && !path.endsWith(".html") && !isPrivate(path),
      setHeaders: (reply, path) => {
        const hashed = path.includes("/assets/");
        reply.header("cache-control", hashed ? `public, max-age=${YEAR}, immutable` : "no-cache");
      },
    });
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = "/"] = request.url.split("?");
    const reading = request.method === "GET" || request.method === "HEAD";
    if (html !== undefined && reading && !isNoPage(path) && wantsPage(request, path)) {
      // Last in the head: the scripts that every page needs come first.
      const page = html.replace("</head>", `${linksOf(path)}</head>`);
      return await sendPage(reply, page, await registration());
    }
    return await reply.code(404).send({ error: "Not found" });
  });
}
