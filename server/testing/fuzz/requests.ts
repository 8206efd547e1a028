import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "#contract/shapes/shape.ts";
import { nearlyValid } from "./bodies.ts";
import { existing, oddText } from "./values.ts";

/** The sender of a request: signed in, or with an invalid or missing token. */
export const CALLERS = ["member", "admin", "nobody", "forger", "refresher", "other"] as const;
export type Caller = (typeof CALLERS)[number];

/** A request that may contain the placeholders of values.ts. */
export interface FuzzRequest {
  caller: Caller;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

const KINDS = {
  tokens: "apiToken",
  users: "user",
  members: "user",
  tasks: "task",
  kanban: "task",
  labels: "label",
  views: "view",
  comments: "comment",
  calendar: "calendarFile",
  links: "link",
  imports: "import",
  "user-runs": "userRun",
  "task-runs": "taskRun",
  webhooks: "webhook",
  deliveries: "delivery",
} as const;

/** Percent-encodes everything but placeholders. */
const encoded = (text: string): string =>
  text
    .split(/(@existing@\w+:\d+@)/)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part.toWellFormed())))
    .join("");

/** A placeholder for an id, or an invalid id. */
function idOf(collection: string): Arbitrary<string> {
  const known = existing(
    Object.hasOwn(KINDS, collection) ? KINDS[collection as keyof typeof KINDS] : "team",
  );
  const appended = fc.constantFrom("%00", "%20", "%ff", "%", "%zz", "x", "/", "//", "%2f", ".json");
  return fc.oneof(
    { weight: 12, arbitrary: known },
    { weight: 2, arbitrary: oddText.map(encoded) },
    { weight: 1, arbitrary: fc.tuple(known, appended).map(([id, end]) => id + end) },
    { weight: 1, arbitrary: fc.constantFrom("%00", "%ff", "%c0%80", "x".repeat(200), "%25%30%30") },
  );
}

/** A path that matches a pattern such as `/api/users/{id}`. */
function pathOf(pattern: string): Arbitrary<string> {
  const segments = pattern.split("/");
  const parts = segments.map((segment, at) =>
    segment.startsWith("{") ? idOf(segments[at - 1] ?? "") : fc.constant(segment),
  );
  return fc.tuple(...parts).map((texts) => texts.join("/"));
}

/** A query with these parameters, some repeated, invalid or unknown. */
function queryOf(parameters: Schema[], others: string[]): Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter["in"] === "query");
  const properties = Object.fromEntries(
    inQuery.map(({ name, schema, examples = {} }) => {
      const values = Object.keys(examples as object);
      return [name, values.length > 0 ? { examples: values } : schema];
    }),
  );
  const text = (value: unknown) =>
    typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const pairs = nearlyValid({ properties }, others).map((fields) =>
    Object.entries(Object(fields) as object).flatMap(([name, value]) =>
      [value].flat().map((one) => `${encoded(name)}=${encoded(text(one))}`),
    ),
  );
  const more = fc.constantFrom("", "&", "&page", "=", "&%ff=%ff", "&a[]=1&a[b]=2", "&__proto__=1");
  const query = fc.tuple(pairs, more).map(([all, end]) => `?${all.join("&")}${end}`);
  const none = { weight: 3, arbitrary: fc.constant("") };
  return fc.oneof(inQuery.length > 0 ? { ...none, weight: 1 } : none, {
    weight: 2,
    arbitrary: query,
  });
}

const oddHeaders: Arbitrary<Record<string, string>> = fc.record(
  {
    "if-match": fc.constantFrom("*", '"1"', '"2", "3"', 'W/"1"', "1", '"', ",", "\u00ff"),
    "x-time-zone": fc.constantFrom("Asia/Tokyo", "Etc/GMT+12", "+14:00", "Mars", "", "\u00e9"),
    "x-client-id": fc.constantFrom("tab-1", "x".repeat(65), "a b"),
    "idempotency-key": fc.constantFrom("0123456789abcdef", "fedcba9876543210", "short"),
    "x-forwarded-for": fc.constantFrom("1.2.3.4", "::1, nonsense", "'"),
    "content-length": fc.constantFrom("0", "1", "70000", "-1", "x"),
    accept: fc.constantFrom("text/html", "application/xml;q=1", "\u00ff"),
    origin: fc.constantFrom("null", "https://evil.example"),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const headersOf: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: oddHeaders },
);

type Sent = Pick<FuzzRequest, "headers" | "body">;
const JSON_TYPE = { "content-type": "application/json" };

/**
 * Sends JSON unchanged, changed, or with another content type. Damaged, large, nested and compressed
 * bodies, which no route sees, are in server/http/bodies.test.ts.
 */
function wireOf(text: string): Arbitrary<Sent> {
  const as = (type: string): Sent => ({ headers: { "content-type": type }, body: text });
  const json = (body: Sent["body"]): Sent => ({ headers: JSON_TYPE, body });
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(json(text)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        as("text/plain"),
        as("application/json; charset=utf-16"),
        as("APPLICATION/JSON"),
        as("application/json;;"),
        as("application/vnd.api+json"),
        as("multipart/form-data; boundary=x"),
        as("application/x-www-form-urlencoded"),
        as("nonsense"),
        { headers: {}, body: text },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        json(undefined),
        json(""),
        json(" \n"),
        json(`\ufeff${text}`),
        json(`${text}${text}`),
        json(text.replace("{", '{"title":0,')),
        json(text.replaceAll('"', "'")),
        json(Buffer.from(text, "utf16le")),
      ),
    },
  );
}

/** The body of an operation that takes none: usually missing. */
const unexpectedBody: Arbitrary<Sent> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Sent>({ headers: {}, body: undefined }) },
  { weight: 1, arbitrary: wireOf('{"role":"admin"}') },
);

/** Files to upload: tables, Trello's JSON, and damaged ones. */
const file: Arbitrary<Sent> = fc.oneof(
  oddText.map((title) => ({ headers: {}, body: `Title,Status\nA task,Done\n${title},${title}\n` })),
  oddText.map((name) => ({
    headers: JSON_TYPE,
    body: JSON.stringify({
      lists: [{ id: name, name }],
      cards: [{ id: name, name, idList: name }],
    }),
  })),
  wireOf('{"cards":[{"name":1}],"lists":[null]}'),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => ({ headers: {}, body: bytes })),
);

interface Described {
  parameters?: Schema[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/**
 * Operations that are sent rarely: hashing a password costs as much as a hundred other requests,
 * and event streams aren't read.
 */
const RARE = /login|register|password|links\/|events|openapi/;

/** Requests of one operation. */
function ofOperation(
  pattern: string,
  method: string,
  { parameters = [], requestBody }: Described,
  others: string[],
): Arbitrary<FuzzRequest> {
  const schema = requestBody?.content["application/json"]?.schema;
  const noJson = requestBody ? file : unexpectedBody;
  const body = schema
    ? nearlyValid(schema, others).chain((value) => wireOf(JSON.stringify(value) ?? "null"))
    : noJson;
  return fc
    .record({
      caller: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom<Caller>("member", "admin", "admin") },
        { weight: 1, arbitrary: fc.constantFrom(...CALLERS) },
      ),
      address: pathOf(pattern),
      query: queryOf(parameters, others),
      headers: headersOf,
      body,
      method: fc.oneof(
        { weight: 40, arbitrary: fc.constant(method) },
        {
          weight: 1,
          arbitrary: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
        },
      ),
    })
    .map(({ caller, address, query, headers, body: sent, method: used }) => ({
      caller,
      method: used,
      url: address + query,
      headers: { ...sent.headers, ...headers },
      body: sent.body,
    }));
}

/** Paths without a route. */
const withoutRoute: Arbitrary<FuzzRequest> = fc.record({
  caller: fc.constantFrom(...CALLERS),
  method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"),
  url: fc.oneof(
    fc.constantFrom("/", "/api", "/api/", "/api//users", "/api/users/%zz", "/API/users", "/%00"),
    fc.constantFrom("/api/users/../teams", "/api/tasks/search/", "/api/users?%", "/healthz/"),
    oddText.map((text) => `/api/${encoded(text)}`),
  ),
  headers: headersOf,
  body: fc.constantFrom(undefined, "{}"),
});

/**
 * Requests of all operations of the API document, most of them nearly valid.
 *
 * @param columns names of database columns, which clients must not be able to set
 * @param only the operations to send, like "POST /api/tasks/{id}"; without it, all, and other paths
 */
export function requestsOf(
  document: Schema,
  columns: string[],
  only?: ReadonlySet<string>,
): Arbitrary<FuzzRequest> {
  const others = [...columns, "__proto__", "constructor", "prototype", "toString", "", "id[]"];
  const paths = Object.entries(document["paths"] as Record<string, Record<string, Described>>);
  const operations = paths.flatMap(([pattern, methods]) =>
    Object.entries(methods)
      .filter(([method]) => !only || only.has(`${method.toUpperCase()} ${pattern}`))
      .map(([method, described]) => ({
        weight: RARE.test(pattern) ? 1 : 5,
        arbitrary: ofOperation(pattern, method.toUpperCase(), described, others),
      })),
  );
  return fc.oneof(...operations, ...(only ? [] : [{ weight: 3, arbitrary: withoutRoute }]));
}
