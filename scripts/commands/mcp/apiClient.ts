import type { ErrorBody, FieldErrorsBody } from "#contract/shapes/errors.ts";

/** The time limit of a call in ms. */
const CALL_TIMEOUT_MS = 30_000;

/** The server's error for a path that it doesn't have. A missing task has another text. */
const NO_ROUTE = "Not found";
const HINT = "TASKDECK_URL must be the address of the server, with its BASE_PATH.";

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Calls of the API with one API token. A failure throws an error with the server's message. */
export interface ApiClient {
  get(path: string, query?: Query): Promise<unknown>;
  /** The beginning of a text, in at most so many bytes. */
  getText(path: string, maxBytes: number): Promise<string>;
  send(method: "POST" | "PATCH" | "DELETE", path: string, body?: object): Promise<unknown>;
}

/** The message of an error response. */
function messageOf(status: number, body: unknown): string {
  const { error, errors } = Object(body) as Partial<ErrorBody & FieldErrorsBody>;
  const fields = errors?.map(({ param, msg }) => `${param}: ${msg}`).join("; ");
  return fields ?? error ?? `The server responded with status ${status}`;
}

/** Fetches, and says which address can't be reached, and why. */
async function fetchFrom(url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (failure) {
    // Node's message is only "fetch failed"; its cause has the reason.
    const { cause, message } = failure as Error;
    const { code, message: reason = message } = Object(cause) as {
      code?: string;
      message?: string;
    };
    throw new Error(`${url} can't be reached: ${code ?? reason}. ${HINT}`, { cause: failure });
  }
}

/**
 * @param base the address of the server, which may end in its `BASE_PATH`
 * @param token a personal API token (docs/api.md)
 */
export function createApiClient(base: string, token: string): ApiClient {
  /** A path of the API under the server's base path. */
  const urlOf = (path: string) => new URL(base.replace(/\/$/, "") + path);

  const request = (method: string, body?: object): RequestInit => ({
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

  async function call(method: string, url: URL, body?: object): Promise<unknown> {
    const response = await fetchFrom(url, request(method, body));
    const type = response.headers.get("content-type") ?? "no content type";
    if (response.status === 204) return undefined;
    if (!type.startsWith("application/json")) {
      throw new Error(
        `${url} isn't Taskdeck's API: it answered with status ${response.status} and ${type}. ${HINT}`,
      );
    }
    const answer: unknown = await response.json();
    if (response.status === 404 && (answer as ErrorBody).error === NO_ROUTE) {
      throw new Error(`${url} isn't a call of this server: it answered "${NO_ROUTE}". ${HINT}`);
    }
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
    async getText(path, maxBytes) {
      const response = await fetchFrom(urlOf(path), request("GET"));
      if (!response.ok) throw new Error(messageOf(response.status, await response.json()));
      let text = "";
      let left = maxBytes;
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk.subarray(0, left), { stream: true });
        left -= chunk.length;
        if (left <= 0) break;
      }
      return text;
    },
    send: (method, path, body) => call(method, urlOf(path), body),
  };
}
