import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { notFound } from "#server/refusals.ts";

/** The part of a URL after the base path; undefined for a URL outside of it. */
const pathBelow = (basePath: string, url: string): string | undefined =>
  url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : undefined;

/** Fastify's option that removes the base path from each URL before the server looks for its route. */
export const rewriteBelow = (basePath: string) =>
  basePath === ""
    ? {}
    : { rewriteUrl: ({ url = "" }: IncomingMessage) => pathBelow(basePath, url) ?? url };

/**
 * Responds with 404 to requests outside the base path. Redirects to the app from the base path without
 * a slash at its end. /healthz is also at the root, because a container's probe doesn't know the base
 * path.
 */
export function requireBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === "") return;
  app.addHook("onRequest", async ({ method, originalUrl }, reply) => {
    const [path = "", ...query] = originalUrl.split(/(?=\?)/);
    if (pathBelow(basePath, path) !== undefined || path === "/healthz") return;
    const isReading = method === "GET" || method === "HEAD";
    if (path !== basePath || !isReading) throw notFound("Not found");
    await reply.redirect(`${basePath}/${query.join("")}`, 308);
  });
}
