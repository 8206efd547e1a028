import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Call, startServer, type TestServer } from "#server/testing/server.ts";

/*
 * Regression tests for texts that took down an earlier version.
 * server/testing/growth.sqlite.test.ts searches for other inputs with superlinear running time.
 */

const PASSWORD = "correct horse";

let server: TestServer;

beforeEach(async () => {
  server = await startServer({ config: { loginRateLimit: 30 } });
});
afterEach(() => server.close());

/** Sends a request as a new member. */
const asMember: Call = async (...request) => await (await server.as("member")).call(...request);

const fieldError = (param: string, msg: string) => ({
  status: 400,
  body: { errors: [{ param, msg }] },
});

describe("an e-mail address that took 21 seconds to validate", () => {
  const email = `a@${".".repeat(60_000)}@`;
  const tooLong = fieldError("email", "Email must be at most 254 characters");

  test("sign-in", async () => {
    const response = await server.call("POST", "/api/auth/login", { email, password: PASSWORD });
    expect(response).toMatchObject(tooLong);
  });

  test("registration", async () => {
    const body = { email, password: PASSWORD, role: "member" };
    expect(await server.call("POST", "/api/auth/register", body)).toMatchObject(tooLong);
  });

  test("profile", async () => {
    const body = { name: "Max", email };
    expect(await asMember("PUT", "/api/profile", body)).toMatchObject(tooLong);
  });
});

describe("combining marks that took 15 seconds to normalize", () => {
  // Unicode normalization sorts these marks, which took quadratic time.
  const marks = (length: number) => "\u0345".repeat(length / 2) + "\u0334".repeat(length / 2);

  test("the password of a registration", async () => {
    const body = { email: "eve@example.com", password: marks(31_000), role: "member" };
    expect(await server.call("POST", "/api/auth/register", body)).toMatchObject(
      fieldError("password", "Password must be at most 128 characters"),
    );
  });

  test("a new password", async () => {
    const body = { currentPassword: PASSWORD, newPassword: marks(30_000) };
    expect(await asMember("PUT", "/api/profile/password", body)).toMatchObject(
      fieldError("newPassword", "New password must be at most 128 characters"),
    );
  });

  test("a password at sign-in", async () => {
    const body = { email: "ada@example.com", password: marks(31_000) };
    expect(await server.call("POST", "/api/auth/login", body)).toMatchObject(
      fieldError("password", "Password must be at most 1000 characters"),
    );
  });

  test("a description of a legal length", async () => {
    const body = { title: "Task", priority: "Low", description: `e${marks(9_998)}` };
    expect(await asMember("POST", "/api/tasks", body)).toMatchObject(
      fieldError(
        "description",
        "Description must not contain more than 30 combining marks in a row",
      ),
    );
  });

  test("a search", async () => {
    const url = `/api/tasks/search?search=${encodeURIComponent(marks(2_000))}`;
    expect(await asMember("GET", url)).toMatchObject(
      fieldError("search", "Search must be at most 100 characters"),
    );
  });
});

describe("a text of 60,000 characters in any field", () => {
  const long = "a.".repeat(30_000);

  test.each([
    ["POST", "/api/auth/login", "password", "Password must be at most 1000 characters"],
    ["POST", "/api/auth/register", "role", "Role must be admin or member"],
    ["POST", "/api/auth/refresh", "refreshToken", "Refresh token must be at most 1000 characters"],
    ["POST", "/api/tasks", "title", "Title must be at most 200 characters"],
    ["POST", "/api/tasks", "status", "Status must be one of Todo, In Progress, Done"],
    ["POST", "/api/tasks", "priority", "Priority must be one of Low, Medium, High"],
    ["POST", "/api/tasks", "due_date", "Due date must be a day, as yyyy-MM-dd"],
    ["POST", "/api/tasks", "assignee_id", "Assignee must be a user's id"],
    ["PUT", "/api/profile", "name", "Name must be at most 100 characters"],
  ] as const)("%s %s: %s", async (method, url, param, msg) => {
    const response = await asMember(method, url, { [param]: long });
    expect(response).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([{ param, msg }]) as unknown },
    });
  });
});

describe("texts that grow sixfold in a response", () => {
  const description = "\x01".repeat(10_000);

  test("control characters are refused in a new text", async () => {
    const body = { title: "Task", priority: "Low", description };
    expect(await asMember("POST", "/api/tasks", body)).toMatchObject(
      fieldError(
        "description",
        "Description must not contain control characters (U+0001 in line 1)",
      ),
    );
  });

  test("a task with control characters from an older version can be read and edited", async () => {
    const body = { title: "Task", priority: "Low" };
    const created = await asMember("POST", "/api/tasks", body);
    const { id } = (created.body as { task: { id: string } }).task;
    await server.db.updateTable("tasks").set({ description }).where("id", "=", id).execute();
    expect(await asMember("GET", `/api/tasks/${id}`)).toHaveProperty(
      "body.task.description",
      description,
    );
    const edit = { ...body, description, priority: "High" };
    expect(await asMember("PUT", `/api/tasks/${id}`, edit)).toMatchObject({
      status: 200,
      body: { task: { description, priority: "High" } },
    });
    expect(
      await asMember("PUT", `/api/tasks/${id}`, { ...edit, description: `${description}.` }),
    ).toMatchObject({ status: 400 });
  });
});
