import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { LINK_HOURS, type MailState } from "#contract/link.ts";
import type { InvitationsResponse, LinksResponse } from "#contract/shapes/link.ts";
import { HOUR_MS } from "#contract/time.ts";
import { buildApp } from "#server/app.ts";
import { MAILS_PER_HOUR } from "#server/auth/throttleRules.ts";
import { auditOf } from "#server/testing/audit.ts";
import { type MailServer, startMailServer } from "#server/testing/mailServer.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { type Mailer, openMailer } from "./mailer.ts";

const from = "Taskdeck <tasks@example.com>";
const MAIL = { to: "eve@example.com", subject: "Hello", text: "A text\n", html: "<p>A text</p>\n" };

let mailServer: MailServer;
let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startServer({
    config: { mail: { url: mailServer.url, from }, publicUrl: "https://tasks.example" },
  });
});
beforeEach(async () => {
  mailServer.mails.length = 0;
  await server.clear();
  admin = await server.as("admin", { name: "Ada" });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

/** Waits until the mails of all open links have this state. */
async function mailsAre(state: MailState): Promise<LinksResponse["links"]> {
  for (;;) {
    const { links } = (await admin.call("GET", "/api/links")).body as LinksResponse;
    if (links.length > 0 && links.every(({ mail }) => mail === state)) return links;
    await nextTurn();
  }
}

describe("the mailer", () => {
  let own: MailServer;
  let mailer: Mailer;
  let log: unknown[];

  beforeEach(async () => {
    own = await startMailServer();
    log = [];
    const keep = (...line: unknown[]) => void log.push(line);
    mailer = await openMailer({ url: own.url, from }, { warn: keep, error: keep }, [0, 1, 1]);
  });
  afterEach(async () => {
    await mailer.close();
    await own.close();
  });

  const post = () =>
    new Promise<boolean>((resolve) => {
      mailer.post(MAIL, async (sent) => resolve(sent));
    });

  test("sends a mail again after a temporary failure, and not after a permanent one", async () => {
    own.refusals.push(450, 451);
    expect(await post()).toBe(true);
    expect(own.mails).toMatchObject([{ to: MAIL.to }]);
    own.refusals.push(550);
    expect(await post()).toBe(false);
    own.refusals.push(450, 450, 450);
    expect(await post()).toBe(false);
    expect(own.mails).toHaveLength(1);
    expect(JSON.stringify(log)).toContain("A mail could not be sent");
    expect(JSON.stringify(log)).not.toContain(MAIL.to);
  });

  test("reports the mails that wait when the server stops as not sent", async () => {
    await own.close();
    const outcomes = Promise.all([post(), post(), post(), post(), post()]);
    await mailer.close();
    expect(await outcomes).toEqual([false, false, false, false, false]);
  });
});

test("invitations are mailed with their links", async () => {
  const list = "eve@example.com\nbob@example.com";
  const { body } = await admin.call("POST", "/api/invitations", { list });
  const paths = (body as InvitationsResponse).results.map(({ made }) => made?.path);
  await mailsAre("sent");
  const sent = new Map(mailServer.mails.map(({ to, text }) => [to, text]));
  expect([...sent.keys()].sort()).toEqual(["bob@example.com", "eve@example.com"]);
  expect(sent.get("eve@example.com")).toContain(`https://tasks.example${paths[0]}`);
  expect(sent.get("bob@example.com")).toContain(`https://tasks.example${paths[1]}`);
  expect(sent.get("bob@example.com")).toContain('"Ada" has invited you to Taskdeck.');
});

test("a mail is marked as automatic, and has a text and an HTML part with a button", async () => {
  admin = await server.as("admin", { name: '<b>"Eve" & co' });
  const { body } = await admin.call("POST", "/api/invitations", { list: "eve@example.com" });
  await mailsAre("sent");
  const [{ made } = { made: undefined }] = (body as InvitationsResponse).results;
  const [{ text: mail } = { text: "" }] = mailServer.mails;
  expect(mail).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  const [head = "", text = "", html = ""] = mail.split(/^Content-Type: text\//m);
  expect(head).toContain("Content-Type: multipart/alternative");
  expect(text).toMatch(/^plain; .*<b>"Eve" & co" has invited you to Taskdeck\./s);
  expect(html).toMatch(/^html; /);
  expect(html).toContain("<p>&quot;&lt;b&gt;&quot;Eve&quot; &amp; co&quot; has invited you");
  expect(html).toContain(`<a href="https://tasks.example${made?.path}" style=`);
});

test("an invitation whose mail is refused stays open and says so", async () => {
  mailServer.refusals.push(550);
  await admin.call("POST", "/api/invitations", { list: "eve@example.com" });
  expect(await mailsAre("failed")).toMatchObject([{ email: "eve@example.com" }]);
  expect(mailServer.mails).toEqual([]);
});

test("a user who forgot the password is mailed a link; the response is the same for unknown addresses", async () => {
  await server.as("member", { email: "max@example.com" });
  await server.as("member", { email: "closed@example.com", is_active: 0 });
  const forget = (email: string) => server.call("POST", "/api/auth/forgot-password", { email });
  const answers = [
    await forget("nobody@example.com"),
    await forget("closed@example.com"),
    await forget("MAX@example.com"),
  ];
  const [first] = answers;
  for (const { status, body } of answers) expect([status, body]).toEqual([204, first?.body]);
  const [link] = await mailsAre("sent");
  expect(link).toMatchObject({ kind: "reset", email: "max@example.com", made_by: "" });
  expect(mailServer.mails).toHaveLength(1);
  const token = /reset-password#([\w-]{43})/.exec(mailServer.mails[0]?.text ?? "")?.[1];
  const reset = { token, password: "a long password" };
  expect(await server.call("POST", "/api/links/reset", reset)).toMatchObject({ status: 204 });
});

test("a link that a user asked for works for two hours, and ends no link that an admin made", async () => {
  const { user } = await server.as("member", { email: "max@example.com" });
  await admin.call("POST", `/api/users/${user.id}/reset-link`);
  await server.call("POST", "/api/auth/forgot-password", { email: user.email });
  while (mailServer.mails.length < 2) await nextTurn();
  const { links } = (await admin.call("GET", "/api/links")).body as LinksResponse;
  const hours = links.map(({ made_by, made_at, expires_at }) => ({
    made_by,
    hours: (Date.parse(expires_at) - Date.parse(made_at)) / HOUR_MS,
  }));
  expect(hours).toHaveLength(2);
  expect(hours).toEqual(
    expect.arrayContaining([
      { made_by: "Ada", hours: LINK_HOURS },
      { made_by: "", hours: 2 },
    ]),
  );
});

test("an account gets a few mails per hour, also after a restart, with one audit entry; responses stay the same", async () => {
  const { user } = await server.as("member", { name: "Max", email: "max@example.com" });
  const url = "/api/auth/forgot-password";
  const ask = async (times: number) => {
    const app = await buildApp(server.deps);
    for (let request = 0; request < times; request += 1) {
      const answer = await app.inject({ method: "POST", url, payload: { email: user.email } });
      expect(answer.statusCode).toBe(204);
    }
    // Closing waits for the requests under way.
    await app.close();
  };
  await ask(MAILS_PER_HOUR + 1);
  await ask(MAILS_PER_HOUR + 1);
  const made = await server.db.selectFrom("secrets").select("id").execute();
  expect(made).toHaveLength(MAILS_PER_HOUR);
  const entries = await auditOf(admin, `?subject=${user.id}`);
  expect(entries).toMatchObject([
    {
      actor: { name: "Someone" },
      action: "reset_link.made",
      subject: { name: "Max" },
      details: { count: MAILS_PER_HOUR, network: "127.0.0.0/24" },
    },
  ]);
  server.clock.advance(HOUR_MS);
  await ask(1);
  expect(await server.db.selectFrom("secrets").select("id").execute()).toHaveLength(
    MAILS_PER_HOUR + 1,
  );
});
