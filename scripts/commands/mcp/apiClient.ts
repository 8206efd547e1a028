import type { ErrorBody, FieldErrorsBody } from "#contract/errors.ts";

/** The time limit of a call in ms. */
const CALL_TIMEOUT_MS = 30_000;

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Calls of the API with one API token. A failure throws an error with the server's message. */
export interface ApiClient {
  get(path: string, query?: Query): Promise<unknown>;
  send(method: "POST" | "PATCH" | "DELETE", path: string, body?: object): Promise<unknown>;
}

/** The message of an error response. */
function messageOf(status: number, body: unknown): string {
  const { error, errors } = Object(body) as Partial<ErrorBody & FieldErrorsBody>;
  const fields = errors?.map(({ param, msg }) => `${param}: ${msg}`).join("; ");
  return fields ?? error ?? `The server responded with status ${status}`;
}

/**
 * @param base the address of the server, which may end in its `BASE_PATH`
 * @param token a personal API token (docs/api.md)
 */
export function createApiClient(base: string, token: string): ApiClient {
  /** A path of the API under the server's base path. */
  const urlOf = (path: string) => new URL(base.replace(/\/$/, "") + path);

  async function call(method: string, url: URL, body?: object): Promise<unknown> {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // The token must not follow a redirect to another server.
      redirect: "error",
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const answer: unknown = isJson ? await response.json() : undefined;
    if (!response.ok) throw new Error(messageOf(response.status, answer));
    return answer;
  }

  return {
    get(path, query = {}) {
      const url = urlOf(path);
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) url.searchParams.set(name, String(value));
      }
      return call("GET", url);
    },
    send: (method, path, body) => call(method, urlOf(path), body),
  };
}
