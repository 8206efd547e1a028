import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RegistrationMode } from "#contract/session.ts";
import { PERMISSIONS_POLICY, pagePolicy, SERVICE_WORKER_POLICY } from "./headers.ts";
import { PAGE_FILES, pageLinks, readPageFiles } from "./pageFiles.ts";

const NONCE_PLACEHOLDER = "__CSP_NONCE__";
const REGISTRATION_PLACEHOLDER = "__REGISTRATION__";
const SIGN_IN_PLACEHOLDER = "__SIGN_IN__";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Paths that never fall back to the page: API calls, and files of an earlier build. */
const isNeverPage = (path: string) => /^\/(?:api|assets)(?:\/|$)/.test(path);

/** Files of the build that only this server reads. */
const PRIVATE_FILES = /(?:\.map|\/build-stamp\.txt)$/;
const isPrivate = (path: string) => PRIVATE_FILES.test(path) || path.endsWith(`/${PAGE_FILES}`);

/** Matches the compressed file, too. */
const SERVICE_WORKER = /\/service-worker\.js(?:\.\w+)?$/;

/** A request for a missing file (robots.txt, a script) must get a 404. */
const wantsPage = ({ headers: { accept = "" } }: FastifyRequest, path: string) =>
  accept.includes("text/html") || !/\.\w+$/.test(path);

/** The page with its files and links below the base path, which the app reads from the page. */
const pageBelow = (html: string, basePath: string): string =>
  html
    .replaceAll(/ (href|src)="\//g, ` $1="${basePath}/`)
    .replace("<head>", `<head><meta name="base-path" content="${basePath}/" />`);

interface AppFiles {
  /** The folder of the built app. */
  distDir: string | undefined;
  basePath: string;
  /** The registration mode that the page contains. */
  registration: () => Promise<RegistrationMode>;
  /** The ways to sign in, as JSON. */
  signIn: string;
}

/** A text as the value of an attribute in double quotes. */
const attribute = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

function sendPage(
  reply: FastifyReply,
  html: string,
  { mode, signIn }: { mode: RegistrationMode; signIn: string },
): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy(nonce))
    .header("permissions-policy", PERMISSIONS_POLICY)
    .send(
      html
        .replaceAll(NONCE_PLACEHOLDER, nonce)
        .replace(REGISTRATION_PLACEHOLDER, mode)
        .replace(SIGN_IN_PLACEHOLDER, () => attribute(signIn)),
    );
}

/**
 * Serves the files of the built app, and the page with a new nonce for every other path. Unknown
 * paths under /api get a 404 in JSON.
 */
export async function serveApp(
  app: FastifyInstance,
  { distDir, basePath, registration, signIn }: AppFiles,
): Promise<void> {
  const index = distDir && join(distDir, "index.html");
  const built = index && existsSync(index) ? readFileSync(index, "utf8") : undefined;
  const html = built && basePath ? pageBelow(built, basePath) : built;
  const linksOf = pageLinks(distDir ? readPageFiles(distDir) : {}, basePath);

  if (html !== undefined) {
    await app.register(fastifyStatic, {
      root: distDir ?? "",
      index: false,
      // One route per file, so that an odd path gets a 404 and not a 403.
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // Serves neither folders, which are routes of the app, nor the page, which needs a nonce.
      allowedPath: (path) => /\.\w+$/.test(path) && !path.endsWith(".html") && !isPrivate(path),
      setHeaders: (reply, path) => {
        const hashed = path.includes("/assets/");
        reply.header(
          "cache-control",
          hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache",
        );
        if (SERVICE_WORKER.test(path)) {
          reply.header("content-security-policy", SERVICE_WORKER_POLICY);
        }
      },
    });
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = "/"] = request.url.split("?");
    const reading = request.method === "GET" || request.method === "HEAD";
    if (html !== undefined && reading && !isNeverPage(path) && wantsPage(request, path)) {
      // Last in the head: the scripts that every page needs come first.
      const page = html.replace("</head>", `${linksOf(path)}</head>`);
      return await sendPage(reply, page, { mode: await registration(), signIn });
    }
    return await reply.code(404).send({ error: "Not found" });
  });
}
