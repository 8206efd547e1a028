import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Role } from "#contract/user.ts";

/** A process of `node server/main.ts`. `output` returns its output. */
interface ServerProcess {
  child: ChildProcess;
  exit: Promise<[code: number | null, signal: string | null]>;
  output: () => string;
}

/** A server that responds at `base`. */
export interface ReadyServer extends ServerProcess {
  base: string;
}

const running: ServerProcess[] = [];

/** Kills all servers that still run. For `afterEach`. */
export async function killServers(): Promise<void> {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.splice(0).map(({ exit }) => exit));
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** Tests start hundreds of servers, which share this cache of compiled code. */
const NODE_COMPILE_CACHE = join(tmpdir(), "taskdeck-compiled");

interface RunOptions {
  uid?: number;
  args?: string[];
  /** A file descriptor for the server's standard output. `output` then returns only its errors. */
  stdout?: number;
}

/** Starts the server with only these variables and arguments. */
export function runServer(
  env: Record<string, string>,
  { stdout, args = [], ...as }: RunOptions = {},
): ServerProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../main.ts"), ...args], {
    env: { PATH: process.env["PATH"], LOGIN_RATE_LIMIT: "off", NODE_COMPILE_CACHE, ...env },
    stdio: ["ignore", stdout ?? "pipe", "pipe"],
    ...as,
  });
  const exit = once(child, "exit") as ServerProcess["exit"];
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const server = { child, exit, output: () => output };
  running.push(server);
  return server;
}

/** Starts the server on a free port, and waits until it is healthy. */
export async function serverOn(
  env: Record<string, string>,
  options: RunOptions = {},
): Promise<ReadyServer> {
  const port = env["PORT"] ?? String(await freePort());
  const server = runServer({ ...env, PORT: port }, options);
  const base = `http://127.0.0.1:${port}`;
  // Another test's server may have taken the port: the response must be this server's.
  const isListening = () => options.stdout !== undefined || server.output().includes(`:${port}`);
  const ready = async () =>
    isListening() && (await fetch(`${base}/healthz`).catch(() => undefined))?.ok;
  while (!(await ready())) {
    if (server.child.exitCode !== null) {
      const isTaken = env["PORT"] === undefined && /EADDRINUSE|in use/.test(server.output());
      if (isTaken) return await serverOn(env, options);
      throw new Error(server.output());
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { ...server, base };
}

/** The program of `taskdeck`, in this checkout. */
export const TASKDECK = join(import.meta.dirname, "../../bin/taskdeck.mjs");

/** Runs a command such as "backup" with only these variables, and waits until it exits. */
export function runTaskdeck(
  env: Record<string, string>,
  args: readonly string[],
  program = TASKDECK,
): Promise<{ code: number; output: string }> {
  const all = { PATH: process.env["PATH"], NODE_COMPILE_CACHE, ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: all }, (failure, stdout, stderr) =>
      resolve({ code: Number(failure?.code ?? 0), output: stdout + stderr }),
    );
  });
}

/** Sends a request. `body` of the result is undefined if the response has none. */
export async function callServer(
  url: string,
  { token, ...call }: { method?: string; body?: unknown; token?: string } = {},
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const response = await fetch(url, {
    method: call.method ?? (call.body === undefined ? "GET" : "POST"),
    headers: {
      ...(call.body !== undefined && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  });
  const text = await response.text();
  const body: unknown = text ? JSON.parse(text) : undefined;
  return { status: response.status, body, headers: response.headers };
}

/** The password of the users whom `register` signs up. */
export const PASSWORD = "a long password";

/** Registers an account on a running server. */
export async function register(
  base: string,
  role: Role = "member",
  email = `${crypto.randomUUID()}@x.org`,
): Promise<SessionResponse> {
  const body = { email, password: PASSWORD, role };
  const answer = await callServer(`${base}/api/auth/register`, { body });
  if (answer.status !== 201) throw new Error(`The registration got status ${answer.status}`);
  return answer.body as SessionResponse;
}
