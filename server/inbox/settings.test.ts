import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  type InboxServer,
  inboxOf,
  linesOf,
  startInboxServer,
  TODAY,
} from "#server/testing/inbox.ts";
import type { TestServer, TestUser } from "#server/testing/server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let eve: TestUser;
let create: InboxServer["create"];
let comment: InboxServer["comment"];

beforeEach(async () => {
  ({ server, ada, bob, eve, create, comment } = await startInboxServer());
});
afterEach(() => server.close());

describe("a kind that is turned off", () => {
  const turn = async (user: TestUser, changes: object) =>
    await user.call("PUT", "/api/inbox/settings", changes);
  const ALL = { mentioned: true, assigned: true, commented: true, due_today: true, overdue: true };

  test("stays off until it is turned on", async () => {
    expect(await bob.call("GET", "/api/inbox/settings")).toMatchObject({ status: 200, body: ALL });
    expect(await turn(bob, { assigned: false, overdue: false })).toMatchObject({
      body: { ...ALL, assigned: false, overdue: false },
    });
    await turn(bob, { assigned: false });
    await create(ada, { assignee_id: bob.user.id });
    expect(await linesOf(bob)).toEqual([]);
    expect((await turn(bob, { assigned: true })).body).toEqual({ ...ALL, overdue: false });
    await create(ada, { title: "Cake", assignee_id: bob.user.id });
    expect(await linesOf(bob)).toEqual(["*Ada assigned Cake"]);
    expect((await ada.call("GET", "/api/inbox/settings")).body).toEqual(ALL);
  });

  test("doesn't hide a comment that also concerns the user in another way", async () => {
    await turn(ada, { mentioned: false });
    const id = await create(ada);
    await comment(eve, id, "@Ada");
    expect(await linesOf(ada)).toEqual(["*Eve commented Tea: @Ada"]);
    await turn(ada, { commented: false });
    await comment(eve, id, "@Ada again");
    expect((await inboxOf(ada)).items).toHaveLength(1);
  });

  test("hides due tasks", async () => {
    await create(bob, { due_date: TODAY });
    await turn(bob, { due_today: false });
    expect(await linesOf(bob)).toEqual([]);
  });

  test("must be a boolean", async () => {
    expect(await turn(bob, { assigned: "no" })).toMatchObject({
      status: 400,
      body: { errors: [{ param: "assigned", msg: "Assigned must be true or false" }] },
    });
  });
});
