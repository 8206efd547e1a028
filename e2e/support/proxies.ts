import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#server/testing/process.ts";
import { ensureProxies, type ProxyName, proxyPath } from "../../scripts/proxies.ts";

/** The address of each server, by its base path. */
type Servers = Readonly<Record<string, string>>;

const example = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, "../../deploy", name), "utf8");

/** Replaces the one occurrence of each text; throws if the example doesn't contain it. */
function adapt(text: string, replacements: readonly (readonly [string | RegExp, string])[]) {
  return replacements.reduce((rest, [from, to]) => {
    const changed = rest.replace(from, to);
    if (changed === rest) throw new Error(`The example doesn't contain ${from}`);
    return changed;
  }, text);
}

/** Repeats a part of an example for each server. */
function forEachServer(
  text: string,
  servers: Servers,
  change: (part: string, entry: string[]) => string,
) {
  return Object.entries(servers)
    .map((entry) => change(text, entry))
    .join("\n");
}

/** nginx's access log. Caddy writes its own to stderr. */
const ACCESS_LOG = "access.log";

/** deploy/nginx.conf without TLS, and with locations for each base path, as its comments say. */
function nginxConfig(folder: string, port: number, servers: Servers): string {
  const text = example("nginx.conf");
  const start = text.indexOf("server {\n    # Works");
  const locations = text.slice(text.indexOf("    location / {", start), text.lastIndexOf("}"));
  const site = adapt(text.slice(start), [
    [locations, forEachServer(locations, servers, nginxLocations)],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port};`],
    ["listen [::]:443 ssl http2;", ""],
    ["tasks.example.com;", "127.0.0.1;"],
    [/ssl_certificate [\s\S]*ssl_protocols .*;/, ""],
  ]);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; master_process off; pid ${folder}/pid; events {}
    http { access_log ${folder}/${ACCESS_LOG}; ${folders.join(" ")} ${site} }`;
}

const nginxLocations = (locations: string, [base = "", url = ""]: string[]) =>
  adapt(locations, [
    ["location / {", `location ${base}/ {`],
    ["location = /api/imports", `location = ${base}/api/imports`],
    ["location = /api/events", `location = ${base}/api/events`],
    ["location ~ ^/api/tasks/", `location ~ ^${base}/api/tasks/`],
    ["location ^~ /api/calendar", `location ^~ ${base}/api/calendar`],
    [/http:\/\/taskdeck/g, url],
  ]);

/**
 * deploy/Caddyfile without TLS, with an access log, and with handlers for each base path, as its
 * comments say.
 */
function caddyConfig(port: number, servers: Servers): string {
  const text = example("Caddyfile");
  const handlers = text.slice(text.indexOf("\thandle /api/events"), text.lastIndexOf("}"));
  const site = adapt(text, [
    [handlers, forEachServer(handlers, servers, caddyHandlers)],
    ["\ntasks.example.com {", `\nhttp://127.0.0.1:${port} {\n\tlog`],
  ]);
  return adapt(site, [["\n{\n", "\n{\n\tadmin off\n\tauto_https off\n"]]);
}

const caddyHandlers = (handlers: string, [base = "", url = ""]: string[]) =>
  adapt(handlers, [
    ["handle /api/events", `handle ${base}/api/events`],
    ["handle /api/imports", `handle ${base}/api/imports`],
    [/@files/g, `@files${base.slice(1)}`],
    ["path_regexp ^/api/tasks/", `path_regexp ^${base}/api/tasks/`],
    ["handle {", `handle ${base}* {`],
    [/127\.0\.0\.1:3000/g, new URL(url).host],
  ]);

/** A reverse proxy with the configuration of deploy/, in front of several servers. */
export class ReverseProxy {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #output = "";

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
    child.stderr?.on("data", (chunk: Buffer) => (this.#output += chunk.toString()));
  }

  /** The proxy's log: errors and requests. */
  get log(): string {
    const file = path.join(this.#folder, ACCESS_LOG);
    return this.#output + (existsSync(file) ? readFileSync(file, "utf8") : "");
  }

  /** Starts the proxy; resolves when it responds. */
  static async start(name: ProxyName, servers: Servers): Promise<ReverseProxy> {
    const missing = ensureProxies();
    if (missing) throw new Error(missing);
    const folder = mkdtempSync(path.join(tmpdir(), `taskdeck-${name}-`));
    const port = await freePort();
    const file = path.join(folder, "config");
    writeFileSync(
      file,
      name === "nginx" ? nginxConfig(folder, port, servers) : caddyConfig(port, servers),
    );
    const args =
      name === "nginx"
        ? ["-p", folder, "-e", "stderr", "-c", file]
        : ["run", "--adapter", "caddyfile", "--config", file];
    const child = spawn(proxyPath(name), args, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    const proxy = new ReverseProxy(`http://127.0.0.1:${port}`, child, folder);
    while (!(await fetch(proxy.url).catch(() => undefined))) {
      if (child.exitCode !== null) throw new Error(`${name} did not start: ${proxy.log}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return proxy;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exit = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await exit;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
