import { beforeAll, expect, test } from "@jest/globals";
import type { ApiRoute } from "#server/http/apiRoute.ts";
import { objectSchema } from "#server/openapi/rules.ts";
import { type Call, type TestUser } from "./server.ts";
import { fileServer } from "./sharedServer.ts";

/*
 * Every text that a client can send has a limit, which its route applies. docs/openapi.json has the
 * numbers, and contract/rules/ the messages.
 */

/** A text field of a route's body or query. */
interface TextField {
  name: string;
  field: string;
  method: string;
  url: string;
  isQuery: boolean;
  isUpload: boolean;
  min: number;
  max: number | undefined;
}

/** Fields with a special format, which refuse any text in another format. */
const FORMATTED =
  / (?:assignee|label|due|after|registered|priority|status|teams|ids|columns|lists|people|user_ids|task_ids|hand_over_to|events|until)$|^GET \/api\/inbox before$|^POST \/api\/user-runs(?:\/check)? team$/;

const server = fileServer({ config: { emailChange: "password" } });
let admin: TestUser;
let taskId: string;
let fields: TextField[];

beforeAll(async () => {
  admin = await server.as("admin");
  const made = await admin.call("POST", "/api/tasks", { title: "Task", priority: "Low" });
  taskId = (made.body as { task: { id: string } }).task.id;
  fields = server.app.apiRoutes.flatMap(textFields);
});

function textFields({ method, url, body, query, upload }: ApiRoute): TextField[] {
  if (method === "HEAD") return [];
  return [body, query].flatMap((rule) => {
    const properties = rule ? Object.entries(objectSchema(rule)["properties"] as object) : [];
    return properties
      .filter(([, { type }]) => [type].flat().includes("string"))
      .filter(([, schema]) => !("enum" in schema) && schema["format"] !== "date")
      .map(([field, { minLength = 0, maxLength }]) => ({
        name: `${method} ${url} ${field}`,
        field,
        method,
        url: url.replace("tasks/:id", `tasks/${taskId}`).replaceAll(/:\w+/g, "none"),
        isQuery: rule === query,
        isUpload: Boolean(upload),
        min: minLength,
        max: maxLength,
      }));
  });
}

/** A text of this length that the field's format allows. */
function textOf({ field }: TextField, character: string, length: number): string {
  const before = field === "url" ? "https://example.com/" : "";
  const after = field === "email" ? "@example.com" : "";
  return before + character.repeat(Math.max(0, length - before.length - after.length)) + after;
}

/** Sends a text as this field only. Returns the status, and the error message about the field. */
async function send({ method, url, field, isQuery, isUpload }: TextField, text: string) {
  const query = isQuery ? `?${field}=${encodeURIComponent(text)}` : "";
  const payload = isQuery ? (isUpload ? "Title\nA task" : undefined) : { [field]: text };
  const sent = method === "GET" ? undefined : (payload ?? {});
  const { status, body } = await admin.call(method as Parameters<Call>[0], url + query, sent);
  const { errors = [] } = Object(body) as { errors?: { param: string; msg: string }[] };
  return { status, message: errors.find(({ param }) => param === field)?.msg ?? "" };
}

const ABOUT_LENGTH = /characters|'s id$|a label or a view$/;

test("every text field has a limit of its length, or a list of values", () => {
  expect(fields.length).toBeGreaterThan(70);
  expect(fields.filter(({ max }) => typeof max !== "number")).toEqual([]);
});

test("a text of the maximum length is accepted, in every Unicode form", async () => {
  for (const field of fields.filter(({ name }) => !FORMATTED.test(name))) {
    for (const character of ["x", "é", "漢", "😀"]) {
      const { message } = await send(field, textOf(field, character, field.max ?? 0));
      expect([field.name, character, message]).toEqual([
        field.name,
        character,
        expect.not.stringMatching(ABOUT_LENGTH),
      ]);
    }
  }
});

test("one character more is refused, with the limit in the message", async () => {
  for (const field of fields) {
    const { name, max = 0 } = field;
    for (const character of FORMATTED.test(name) ? ["x"] : ["x", "😀"]) {
      const { status, message } = await send(field, textOf(field, character, max + 1));
      const expected = FORMATTED.test(name)
        ? /./
        : new RegExp(
            `at most ${max} characters|'s id$|the id of a user, a team, a task, a label or a view$`,
          );
      expect([name, status, message]).toEqual([name, 400, expect.stringMatching(expected)]);
    }
  }
});

test("one character less than the minimum is refused", async () => {
  // A hand-over to "" is one to nobody.
  for (const field of fields.filter(({ min, field }) => min > 0 && field !== "to")) {
    for (const character of ["x", "😀"]) {
      const { status, message } = await send(field, character.repeat(field.min - 1));
      expect([field.name, status, message]).toEqual([field.name, 400, expect.stringMatching(/./)]);
    }
  }
});
