import { expect } from "@jest/globals";
import { type ResponseValidator, responseValidator } from "#server/testing/responseValidator.ts";
import {
  type Call,
  startServer,
  type TestResponse,
  type TestUser,
} from "#server/testing/server.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A server, and calls whose responses are checked against the API description. */
export async function startCheckedCalls() {
  const server = await startServer();
  const admin = await server.as("admin");
  const api: ResponseValidator = await responseValidator(server.app.apiRoutes);
  /** Routes with a status that they responded with: "GET /api/users 200". */
  const seen = new Set<string>();

  /** Calls as the admin, with additional headers. */
  const withHeaders =
    (additional: Record<string, string>): Call =>
    async (method, url, payload) => {
      const authorization = `Bearer ${admin.accessToken}`;
      const headers = { authorization, "content-type": "application/json", ...additional };
      const body = typeof payload === "string" ? payload : JSON.stringify(payload);
      const response = await server.app.inject({ method, url, headers, payload: body });
      return {
        status: response.statusCode,
        body: response.body && response.json(),
        headers: response.headers,
      };
    };

  /** Calls a route and checks the response; `ids` fill the pattern's parameters in order. */
  async function call(
    route: string,
    {
      by = admin,
      ids = [],
      body,
      query = "",
      headers,
    }: {
      by?: TestUser | null;
      ids?: string[];
      body?: unknown;
      query?: string;
      headers?: Record<string, string>;
    } = {},
  ): Promise<TestResponse> {
    const [method = "", pattern = ""] = route.split(" ");
    const unusedIds = [...ids];
    const url = pattern.replaceAll(/:\w+/g, () => unusedIds.shift() ?? "none") + query;
    const send = headers ? withHeaders(headers) : (by?.call ?? server.call);
    const response = await send(method as Method, url, body);
    api.checkResponse(route, response);
    seen.add(`${route} ${response.status}`);
    if (response.status < 300 && body !== undefined) api.checkBody(route, body);
    return response;
  }

  /** Calls a route that creates something, and returns the new id. */
  async function create(route: string, body: unknown, ids: string[] = []): Promise<string> {
    const response = await call(route, { body, ids });
    expect(response.status).toBe(201);
    const created = Object.values(response.body as object)[0] as { id: string };
    return created.id;
  }

  return { server, admin, api, seen, call, create };
}

export type CheckedCalls = Awaited<ReturnType<typeof startCheckedCalls>>;

export const PASSWORD = "a long password";
