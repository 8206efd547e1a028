import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Registration } from "#contract/session.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Task, TaskResponse } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";

/** A running server. */
interface RunningServer {
  url: string;
  /** Its output so far. */
  log: () => string;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Starts a server with these environment variables; resolves when it is ready. */
export type RunServer = (env: Record<string, string>) => Promise<RunningServer>;

/** The product with its own database, which is deleted at the end. */
export class TestServer {
  readonly dataDir: string;
  readonly #env: Record<string, string>;
  readonly #run: RunServer;
  #running: RunningServer;

  private constructor(
    { dataDir, env, run }: { dataDir: string; env: Record<string, string>; run: RunServer },
    running: RunningServer,
  ) {
    this.dataDir = dataDir;
    this.#env = env;
    this.#run = run;
    this.#running = running;
  }

  /** Starts a server with additional environment variables. Resolves when it is ready. */
  static async start(run: RunServer, env: Record<string, string> = {}): Promise<TestServer> {
    const dataDir = mkdtempSync(path.join(tmpdir(), "taskdeck-e2e-"));
    const allEnv = { DATA_DIR: dataDir, LOGIN_RATE_LIMIT: "off", ...env };
    return new TestServer({ dataDir, env: allEnv, run }, await run(allEnv));
  }

  get url(): string {
    return this.#running.url;
  }

  /** The server's output so far. */
  get log(): string {
    return this.#running.log();
  }

  /** Ends the server as an operator does, and starts it again on the same data and port. */
  async restart(): Promise<void> {
    await this.end("SIGTERM");
    this.#running = await this.#run({ ...this.#env, PORT: new URL(this.url).port });
  }

  /** Sends the server a signal and waits for its end. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    await this.#running.end(signal);
  }

  /** Ends the server and deletes its data. */
  async dispose(): Promise<void> {
    await this.end("SIGKILL");
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Calls the API directly; throws unless the response is 2xx. */
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

  /** Creates a task as the user of `session`. */
  async addTask(session: SessionResponse, task: Partial<TaskInput> = {}): Promise<Task> {
    const input = { title: "A task", description: "", status: "Todo", priority: "Medium", ...task };
    const token = session.accessToken;
    return (await this.call<TaskResponse>("POST", "/api/tasks", input, token)).task;
  }

  /** Attaches a small file to a task. */
  async addFile({ accessToken }: SessionResponse, taskId: string, name: string): Promise<void> {
    const { status } = await fetch(`${this.url}/api/tasks/${taskId}/files?name=${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/octet-stream",
        authorization: `Bearer ${accessToken}`,
      },
      body: "Hello",
    });
    if (status !== 201) throw new Error(`${name}: ${status}`);
  }
}

/** The default account of the tests. */
export const ACCOUNT: Registration = {
  email: "ada.lovelace@example.com",
  password: "correct horse",
  role: "member",
};
