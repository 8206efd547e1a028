import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** A real OpenID Connect provider for tests. Every password is right. */
export interface TestProvider {
  issuer: string;
  /** Accepts Taskdeck at this origin as the client of its provider `id`. */
  serve(origin: string, id: string): Promise<void>;
  /** Sets the claims of all users, by subject. */
  setUsers(users: Record<string, Record<string, unknown>>): Promise<void>;
  /** Signs with a new key from now on. All sessions at the provider end. */
  rotateKeys(): Promise<void>;
  close(): void;
}

/** Starts the provider in a process of its own, on a free port. */
export async function startProvider(): Promise<TestProvider> {
  const file = path.resolve(import.meta.dirname, "providerProcess.ts");
  const child = fork(file, {
    silent: true,
    execArgv: [],
    // The provider must not run with the test runner's loader.
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const [message] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`The provider ended with ${String(code)}`);
    }),
  ])) as [{ issuer: string }];
  const { issuer } = message;
  const command = async (name: string, body: object) => {
    const response = await fetch(`${issuer}/test/${name}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
  };
  return {
    issuer,
    serve: (origin, client) => command("serve", { origin, client }),
    setUsers: (users) => command("users", { users }),
    rotateKeys: () => command("rotate-keys", {}),
    close: () => void child.kill(),
  };
}

/** The settings by which Taskdeck uses the provider. */
export const settingsOf = ({ issuer }: Pick<TestProvider, "issuer">, fields: object = {}) => ({
  id: "test",
  issuer,
  client_id: "taskdeck",
  client_secret: "the client's secret",
  label: "Test ID",
  ...fields,
});
