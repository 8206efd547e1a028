import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { ReportedFigure } from "./reportUse.ts";

const root = path.resolve(import.meta.dirname, "..");

/** A server process whose CPU time and memory can be read. */
export class MeasuredServer {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#process = child;
  }

  /** Starts `script`, which must listen on PORT, and waits until GET `ready` succeeds. */
  static async start(script: string, env: NodeJS.ProcessEnv, ready: string) {
    const child = fork(path.join(root, script), {
      cwd: root,
      env: { ...process.env, ...env },
      execArgv: [
        "--expose-gc",
        "--optimize-for-size",
        "--import",
        path.join(root, "bench/reportUse.ts"),
      ],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const server = new MeasuredServer(`http://127.0.0.1:${env["PORT"]}`, child);
    const deadline = Date.now() + 20_000;
    const answers = () =>
      fetch(`${server.url}${ready}`).then(
        (response) => response.ok,
        () => false,
      );
    while (!(await answers())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${script} didn't start`);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    return server;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async end(): Promise<void> {
    if (this.#hasEnded()) return;
    this.#process.kill("SIGTERM");
    await once(this.#process, "exit");
  }

  /** The CPU time that the server has used, in µs. */
  async cpu(): Promise<number> {
    return await this.#ask("cpu");
  }

  /** The resident memory in bytes. */
  async memory(): Promise<number> {
    return await this.#ask("memory");
  }

  /** The memory in use after garbage collection, in bytes. */
  async memoryInUse(): Promise<number> {
    return await this.#ask("memoryInUse");
  }

  #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  async #ask(question: ReportedFigure): Promise<number> {
    if (this.#hasEnded()) throw new Error("the server has ended");
    this.#process.send(question);
    const asking = new AbortController();
    const { signal } = asking;
    const [answer] = (await Promise.race([
      once(this.#process, "message", { signal }),
      once(this.#process, "exit", { signal }).then(() => {
        throw new Error("the server has ended");
      }),
    ]).finally(() => asking.abort())) as [number];
    return answer;
  }
}
