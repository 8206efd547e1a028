import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { readProviders } from "#server/oidc/providerConfig.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { fileFolder } from "#server/testing/testPlace.ts";

const SCRIPT = "console.log('taskdeck');".repeat(50);
const PAGE =
  '<!doctype html><head><style nonce="__CSP_NONCE__"></style><meta name="sign-in" content="__SIGN_IN__" /><script src="/main.js"></script></head>';
const PAGE_FILES = {
  "/": ["/assets/home.js"],
  "/tasks": ["/assets/tasks.css", "/assets/tasks.js"],
  "/tasks/:id": ["/assets/task.js"],
};
/** The headers of a navigation. */
const NAVIGATION = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const server = sharedServer();
const folder = fileFolder({
  "secret.txt": "secret",
  "dist/index.html": PAGE,
  "dist/icon.svg": "<svg/>",
  "dist/service-worker.js": SCRIPT,
  "dist/service-worker.js.br": brotliCompressSync(SCRIPT),
  "dist/build-stamp.txt": "stamp",
  "dist/page-files.json": JSON.stringify(PAGE_FILES),
  "dist/assets/main.abc.js": SCRIPT,
  "dist/assets/main.abc.js.br": brotliCompressSync(SCRIPT),
  "dist/assets/main.abc.js.gz": gzipSync(SCRIPT),
  "dist/assets/main.abc.js.map": "{}",
});
const distDir = join(folder, "dist");
let app: FastifyInstance;

beforeAll(async () => {
  app = await buildApp(server.deps, { distDir });
});
afterAll(() => app.close());

type Method = "GET" | "HEAD" | "POST" | "DELETE";
const get = async (url: string, headers: Record<string, string> = {}, method: Method = "GET") =>
  await app.inject({ method, url, headers });

describe("the page", () => {
  test.each(["/", "/tasks", "/tasks/some-id", "/index.html", "/nothing", "/a.b"])(
    "is served for a navigation to %s, uncached",
    async (url) => {
      const { statusCode, headers, body } = await get(url, NAVIGATION);
      expect(statusCode).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-store");
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1];
      expect(headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
      expect((await get(url, NAVIGATION)).body).not.toBe(body);
      expect(headers["permissions-policy"]).toMatch(/(^|, )camera=\(\), .*\bgeolocation=\(\)/);
    },
  );

  test("contains the ways to sign in, without icons, and none if there is only the form", async () => {
    const signInIn = (body: string) => /name="sign-in" content="([^"]*)"/.exec(body)?.[1];
    expect(signInIn((await get("/login", NAVIGATION)).body)).toBe("");
    const acme = {
      id: "acme",
      issuer: "https://acme.example",
      client_id: "taskdeck",
      label: `Acme <"&"> $& Co`,
      icon: "data:image/png;base64,AAAA",
    };
    const oidcProviders = readProviders("OIDC_PROVIDERS", JSON.stringify([acme]));
    const config = { ...server.deps.config, oidcProviders };
    const other = await buildApp({ ...server.deps, config }, { distDir });
    const { body } = await other.inject({ url: "/login", headers: NAVIGATION });
    await other.close();
    expect(body).not.toContain("data:");
    const json = signInIn(body)?.replaceAll("&quot;", '"').replaceAll("&amp;", "&") ?? "";
    expect(JSON.parse(json)).toEqual({
      local_sign_in: "on",
      providers: [{ id: "acme", label: acme.label, icon: "" }],
      password_mail: false,
    });
  });

  test("is served for HEAD with its length, and for Accept: */*", async () => {
    const head = await get("/tasks", NAVIGATION, "HEAD");
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    const { headers } = await get("/tasks", { accept: "*/*" });
    expect(head.headers["content-length"]).toBe(headers["content-length"]);
  });

  test.each([
    ["an unknown API path", "/api/nothing", NAVIGATION],
    ["the API itself", "/api", NAVIGATION],
    ["a file of an earlier build", "/assets/main.old.js", NAVIGATION],
    ["a missing file", "/robots.txt", { accept: "*/*" }],
    ["a script elsewhere", "/main.js", {}],
  ])("is not served for %s", async (_what, url, headers) => {
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ error: "Not found" });
  });

  test("is not served for POST and DELETE", async () => {
    expect((await get("/tasks", NAVIGATION, "POST")).statusCode).toBe(404);
    expect((await get("/assets/main.abc.js", {}, "DELETE")).statusCode).toBe(404);
  });
});

describe("the links to a page's own files", () => {
  const linksAt = async (url: string) => {
    const { body } = await get(url, NAVIGATION);
    return Array.from(body.matchAll(/<link [^>]+>/g), ([link]) => link);
  };
  const script = (file: string) => `<link rel="preload" as="script" href="/assets/${file}" />`;

  test.each([
    ["/", [script("home.js")]],
    ["/?from=mail", [script("home.js")]],
    ["/tasks", ['<link rel="preload" as="style" href="/assets/tasks.css" />', script("tasks.js")]],
    ["/Tasks/?page=2", [expect.stringContaining("tasks.css"), script("tasks.js")]],
    ["/tasks/7", [script("task.js")]],
    ["/tasks/7/edit", []],
    ["/nothing", []],
  ])("at %s", async (url, links) => {
    expect(await linksAt(url)).toEqual(links);
  });

  test("follow the scripts that every page needs", async () => {
    const { body } = await get("/tasks", NAVIGATION);
    expect(body).toMatch(/<\/script><link .*tasks\.js" \/><\/head>/);
  });
});

describe("the service worker", () => {
  test.each(["br", "identity"])("may fetch from its own origin only (%s)", async (encoding) => {
    const { statusCode, headers } = await get("/service-worker.js", {
      accept: "*/*",
      "accept-encoding": encoding,
    });
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("application/javascript; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
  });
});

describe("a file of the build", () => {
  test.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", undefined],
  ])("has the encoding that the browser accepts: %s", async (accepted, encoding) => {
    const asked = { "accept-encoding": accepted };
    const { headers, rawPayload } = await get("/assets/main.abc.js", asked);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["vary"]).toBe("accept-encoding");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-type"]).toBe("application/javascript; charset=utf-8");
    const expected = { br: brotliCompressSync(SCRIPT), gzip: gzipSync(SCRIPT) };
    const plain = Buffer.from(SCRIPT);
    expect(rawPayload).toEqual(encoding ? expected[encoding as keyof typeof expected] : plain);
    const etag = String(headers["etag"]);
    const again = await get("/assets/main.abc.js", { ...asked, "if-none-match": etag });
    expect(again.statusCode).toBe(304);
    expect(again.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test("is revalidated when its name has no hash", async () => {
    expect((await get("/icon.svg")).headers["cache-control"]).toBe("no-cache");
  });

  test.each([
    "/assets/main.abc.js.map",
    "/build-stamp.txt",
    "/page-files.json",
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/..\\..\\secret.txt",
    "/.%00./secret.txt",
  ])("is not served: %s", async (url) => {
    const { statusCode, body } = await get(url);
    expect([400, 404]).toContain(statusCode);
    expect(body).not.toMatch(/secret|stamp|\{\}|assets\/home/);
  });
});
