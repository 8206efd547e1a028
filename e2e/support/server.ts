import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Registration, SessionResponse } from "#contract/session.ts";
import type { Task, TaskInput, TaskResponse } from "#contract/task.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/**
 * The product as a process of its own, with a database that is thrown away at the end: what
 * `npm start` runs once the app is built.
 */
export class TestServer {
  readonly url: string;
  readonly dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  #log = "";

  readonly #args: string[];

  private constructor(port: number, env: NodeJS.ProcessEnv, args: string[]) {
    this.#args = args;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = mkdtempSync(path.join(tmpdir(), "taskdeck-e2e-"));
    this.#env = {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: this.dataDir,
      LOGIN_RATE_LIMIT: "off",
      // Hundreds of servers start from the same code.
      NODE_COMPILE_CACHE: path.join(tmpdir(), "taskdeck-compiled"),
      ...env,
    };
  }

  /** Starts a server; `env` overrides its environment. Resolves when it is ready. */
  static async start(env: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<TestServer> {
    const server = new TestServer(await freePort(), env, args);
    await server.#run();
    return server;
  }

  /** What the server has printed. */
  get log(): string {
    return this.#log;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Ends the server as an operator does, and starts it again on the same data. */
  async restart(env: NodeJS.ProcessEnv = {}): Promise<void> {
    Object.assign(this.#env, env);
    await this.end("SIGTERM");
    await this.#run();
  }

  /** Sends a signal and waits for the exit; resolves with the exit code, null when it was killed. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      return Promise.resolve(child?.exitCode ?? null);
    }
    return new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill(signal);
    });
  }

  /** Ends the server and deletes its data. */
  async dispose(): Promise<void> {
    await this.end("SIGKILL");
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Calls the API as a client of its own; throws on an answer that isn't 2xx. */
  async call<T>(method: string, url: string, body?: object, token?: string): Promise<T> {
    const response = await fetch(`${this.url}${url}`, {
      method,
      headers: {
        ...(body ? { "content-type": "application/json" } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** Registers an account. */
  signUp(account: Partial<Registration> = {}): Promise<SessionResponse> {
    return this.call("POST", "/api/auth/register", { ...ACCOUNT, ...account });
  }

  /** Creates a task in the name of whoever `session` belongs to. */
  async addTask(session: SessionResponse, task: Partial<TaskInput> = {}): Promise<Task> {
    const input = { title: "A task", description: "", status: "Todo", priority: "Medium", ...task };
    const token = session.accessToken;
    return (await this.call<TaskResponse>("POST", "/api/tasks", input, token)).task;
  }

  async #run(): Promise<void> {
    const child = spawn(process.execPath, ["server/main.ts", ...this.#args], {
      cwd: root,
      env: this.#env,
    });
    this.#process = child;
    const keep = (chunk: Buffer): void => {
      this.#log += chunk.toString();
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const deadline = Date.now() + 20_000;
    while (!(await this.#ready())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The server didn't start:\n${this.#log}`);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 40);
      });
    }
  }

  #ready(): Promise<boolean> {
    return fetch(`${this.url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
  }
}

/** The account that tests sign in with unless they say otherwise. */
export const ACCOUNT: Registration = {
  email: "ada.lovelace@example.com",
  password: "correct horse",
  role: "member",
};
