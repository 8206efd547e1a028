import { describe, expect, test } from "@jest/globals";
import { LABELS_MAX, TASK_LABELS_MAX, TOO_MANY_LABELS } from "#contract/label.ts";
import type {
  DeletedLabelsResponse,
  Label,
  LabelResponse,
  LabelsResponse,
} from "#contract/shapes/label.ts";
import type { SavedTask, SavedTaskResponse, TaskPageResponse } from "#contract/shapes/task.ts";
import type { TaskHistoryResponse } from "#contract/shapes/taskHistory.ts";
import { DAY_MS } from "#contract/time.ts";
import { actionOf, auditOf } from "#server/testing/audit.ts";
import { createTask, createWebhook } from "#server/testing/create.ts";
import { insertRows } from "#server/testing/rows.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { runEnd, runIn, startRun } from "#server/testing/taskRuns.ts";
import { purgeLabels } from "./labelRows.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin");
const member = sharedUser(server, "member");

async function create(name: string, color?: string): Promise<Label> {
  const made = await member.call("POST", "/api/labels", { name, ...(color && { color }) });
  expect(made).toMatchObject({ status: 201 });
  return (made.body as LabelResponse).label;
}
const idsOf = async (...names: string[]) => {
  const ids: string[] = [];
  for (const name of names) ids.push((await create(name)).id);
  return ids as [string, string, string, ...string[]];
};
const labels = async (query = "") =>
  ((await admin.call("GET", `/api/labels${query}`)).body as LabelsResponse).labels;
const read = async (id: string) =>
  ((await member.call("GET", `/api/tasks/${id}`)).body as SavedTaskResponse).task;
const labelsOf = async (id: string) => (await read(id)).labels;
const sorted = (...ids: string[]) => ids.toSorted();
const patch = async (id: string, change: object, user = member) =>
  await user.call("PATCH", `/api/tasks/${id}`, { labels: change });
const saved = ({ body }: { body: unknown }): SavedTask => (body as SavedTaskResponse).task;
const found = async (query: string) =>
  ((await member.call("GET", `/api/tasks/search?${query}`)).body as TaskPageResponse).tasks
    .map(({ title }) => title)
    .toSorted();

describe("the labels of the server", () => {
  test("anyone creates one; a name that is taken in any case or form is refused with its label", async () => {
    const bug = await create("  Bug ", "red");
    expect(bug).toMatchObject({ name: "Bug", color: "red" });
    await create("Client: Acme");
    for (const name of ["bug", "ＢＵＧ"]) {
      expect(await member.call("POST", "/api/labels", { name })).toMatchObject({
        status: 409,
        body: { error: "There is a label “Bug”", label: bug },
      });
    }
    expect(await member.call("POST", "/api/labels", { name: "client:  ACME" })).toMatchObject({
      status: 409,
    });
    expect((await labels()).map(({ name, color }) => [name, color])).toEqual([
      ["Bug", "red"],
      ["Client: Acme", "gray"],
    ]);
  });

  test.each([
    ["", "Label name is required"],
    ["x".repeat(41), "Label name must be at most 40 characters"],
    ["Client:", "A group and its label need a name on both sides of the colon"],
    ["two\nlines", "Label name must be one line"],
  ])("the name %j is refused", async (name, msg) => {
    expect(await member.call("POST", "/api/labels", { name })).toMatchObject({
      status: 400,
      body: { errors: [{ param: "name", msg }] },
    });
  });

  test("there are at most 1,000", async () => {
    const rows = Array.from({ length: LABELS_MAX }, (_none, index) => ({
      id: `l${index}`,
      name: `L${index}`,
      name_key: `l${index}`,
      search_text: `l${index}`,
      color: "gray" as const,
      created_by: null,
      deleted_at: null,
      merged_into: null,
      created_at: server.clock.time.toISOString(),
      root_id: `l${index}`,
    }));
    await insertRows(server.db, "labels", rows);
    expect(await member.call("POST", "/api/labels", { name: "More" })).toMatchObject({
      status: 400,
      body: { errors: [{ msg: "There are at most 1000 labels" }] },
    });
  });

  test("admins rename, recolour, merge, delete and restore; the audit log has it with the number of tasks", async () => {
    const [bug, defect] = await idsOf("Bug", "Defect");
    const task = await createTask(member, { labels: [bug] });
    const both = await createTask(member, { labels: [bug, defect] });
    expect((await labels("?counts=true")).map(({ tasks }) => tasks)).toEqual([2, 1]);
    await admin.call("PATCH", `/api/labels/${bug}`, { name: "Fault" });
    await admin.call("PATCH", `/api/labels/${bug}`, { color: "pink" });
    expect(await admin.call("PATCH", `/api/labels/${bug}`, { name: "defect" })).toMatchObject({
      status: 409,
    });
    await admin.call("POST", `/api/labels/${bug}/merge`, { into: defect });
    expect([await labelsOf(task.id), await labelsOf(both.id)]).toEqual([[defect], [defect]]);
    expect((await labels("?counts=true")).map(({ tasks }) => tasks)).toEqual([2]);
    const gone = await admin.call("GET", "/api/labels/deleted");
    expect((gone.body as DeletedLabelsResponse).labels).toMatchObject([
      { id: bug, name: "Fault", into: "Defect" },
    ]);
    await admin.call("DELETE", `/api/labels/${defect}`);
    expect([await labelsOf(task.id), await labelsOf(both.id)]).toEqual([[], []]);
    await admin.call("POST", `/api/labels/${defect}/restore`);
    await admin.call("POST", `/api/labels/${bug}/restore`);
    expect([await labelsOf(task.id), await labelsOf(both.id)]).toEqual([
      [bug],
      sorted(bug, defect),
    ]);
    const log = (await auditOf(admin)).map(actionOf).toReversed();
    expect(log).toEqual([
      { action: "label.created", actor: "Max Member", details: {} },
      { action: "label.created", actor: "Max Member", details: {} },
      { action: "label.changed", actor: "Ada Admin", details: { from: "Bug", to: "Fault" } },
      { action: "label.changed", actor: "Ada Admin", details: { from: "gray", to: "pink" } },
      { action: "label.merged", actor: "Ada Admin", details: { count: 2, to: "Defect" } },
      { action: "label.deleted", actor: "Ada Admin", details: { count: 2 } },
      { action: "label.restored", actor: "Ada Admin", details: { count: 2 } },
      { action: "label.restored", actor: "Ada Admin", details: { count: 2 } },
    ]);
  });

  test("a change that would give a task two labels of a group is refused, and a taken name can't be restored", async () => {
    const [acme, other, bug] = await idsOf("Client: Acme", "Other", "Bug");
    await createTask(member, { title: "Both", labels: [acme, other] });
    const refused = {
      status: 400,
      body: {
        errors: [{ msg: expect.stringContaining("“Both” has another label of this group") }],
      },
    };
    const rename = { name: "client: Other" };
    expect(await admin.call("PATCH", `/api/labels/${other}`, rename)).toMatchObject(refused);
    await admin.call("DELETE", `/api/labels/${bug}`);
    const again = await create("bug");
    expect(await admin.call("POST", `/api/labels/${bug}/restore`)).toMatchObject({
      status: 409,
      body: { label: { id: again.id } },
    });
  });

  test("what was merged or deleted is purged after 30 days, without a change for the tasks", async () => {
    const [one, two, three] = await idsOf("One", "Two", "Three");
    const task = await createTask(member, { labels: [one, three] });
    await admin.call("POST", `/api/labels/${one}/merge`, { into: two });
    await admin.call("DELETE", `/api/labels/${three}`);
    await purgeLabels(server.db, new Date(server.clock.time.getTime() + 29 * DAY_MS));
    expect(await server.db.selectFrom("labels").select("id").execute()).toHaveLength(3);
    await purgeLabels(server.db, new Date(server.clock.time.getTime() + 31 * DAY_MS));
    expect(await server.db.selectFrom("labels").select("id").execute()).toEqual([{ id: two }]);
    expect(await server.db.selectFrom("task_labels").selectAll().execute()).toEqual([
      { task_id: task.id, label_id: two },
    ]);
    expect(await labelsOf(task.id)).toEqual([two]);
  });
});

describe("the labels of a task", () => {
  test("merge: what two people add and remove at the same time stays", async () => {
    const [a, b, c] = await idsOf("A", "B", "C");
    const task = await createTask(member, { labels: [c] });
    const adds = [
      patch(task.id, { add: [a] }),
      patch(task.id, { add: [b], remove: [c] }, admin),
      patch(task.id, { add: [a] }),
    ];
    for (const one of adds) expect(await one).toMatchObject({ status: 200 });
    expect(await read(task.id)).toMatchObject({ labels: sorted(a, b), version: 3 });
  });

  test("a whole list counts as the difference to what the client has read", async () => {
    const [a, b, c] = await idsOf("A", "B", "C");
    const { id } = await createTask(member, { labels: [a] });
    const old = await read(id);
    await patch(id, { add: [b] }, admin);
    const put = async (body: object, headers = {}) =>
      await member.call("PUT", `/api/tasks/${id}`, { ...old, ...body }, headers);
    // The client has not seen B, so it doesn't remove it.
    expect(saved(await put({ labels: [c], title: "New" })).labels).toEqual(sorted(b, c));
    const { version, ...unversioned } = await read(id);
    const without = async (body: object) =>
      await member.call("PUT", `/api/tasks/${id}`, { ...unversioned, ...body });
    expect(saved(await without({ labels: [a] })).labels).toEqual(sorted(a, b, c));
    expect(saved(await without({ labels: undefined })).labels).toEqual(sorted(a, b, c));
    const match = { "if-match": `"${version + 1}"` };
    const { version: _version, ...body } = old;
    const exact = await member.call("PUT", `/api/tasks/${id}`, { ...body, labels: [b] }, match);
    expect(saved(exact).labels).toEqual([b]);
  });

  test("a list that was read before labels were deleted and merged keeps what is left of them", async () => {
    const [gone, merged, into] = await idsOf("Gone", "Merged", "Into");
    const { id } = await createTask(member, { labels: [gone, merged] });
    const { version, title, priority } = saved(await patch(id, { remove: [into] }));
    await admin.call("DELETE", `/api/labels/${gone}`);
    await admin.call("POST", `/api/labels/${merged}/merge`, { into });
    const body = { title, priority, version, labels: [gone, merged] };
    expect(saved(await member.call("PUT", `/api/tasks/${id}`, body)).labels).toEqual([into]);
  });

  test("of a group a task has one: the new one replaces it, which the history says", async () => {
    const [acme, initech, bug] = await idsOf("Client: Acme", "Client: Initech", "Bug");
    const { id } = await createTask(member, { labels: [acme, bug] });
    expect(saved(await patch(id, { add: [initech] })).labels).toEqual(sorted(initech, bug));
    const { body } = await member.call("GET", `/api/tasks/${id}/history`);
    expect((body as TaskHistoryResponse).entries[0]?.changes).toEqual([
      {
        field: "labels",
        from: "Bug; Client: Acme",
        to: "Bug; Client: Initech",
        added: ["Client: Initech"],
        removed: ["Client: Acme"],
      },
    ]);
  });

  test("successive changes are one entry of the history, without what is back as it was", async () => {
    const [a, b, c] = await idsOf("A", "B", "C");
    const { id } = await createTask(member, { labels: [a] });
    for (const change of [{ add: [b] }, { add: [c], remove: [a] }, { remove: [b] }])
      await patch(id, change);
    const changes = async () =>
      (
        (await member.call("GET", `/api/tasks/${id}/history`)).body as TaskHistoryResponse
      ).entries.flatMap((entry) => entry.changes);
    expect(await changes()).toEqual([
      { field: "labels", from: "A", to: "C", added: ["C"], removed: ["A"] },
    ]);
    await patch(id, { add: [a], remove: [c] });
    expect(await changes()).toEqual([]);
  });

  test("unknown and deleted labels are named, and more than 20 refused", async () => {
    const [gone] = await idsOf("Gone");
    await admin.call("DELETE", `/api/labels/${gone}`);
    const { id } = await createTask(member);
    const refusal = (msg: string) => ({
      status: 400,
      body: { errors: [{ param: "labels", msg }] },
    });
    expect(await patch(id, { add: ["nobody"] })).toMatchObject(
      refusal("There is no label with the id nobody"),
    );
    expect(await patch(id, { add: [gone] })).toMatchObject(refusal("The label “Gone” was deleted"));
    const many = await idsOf(...Array.from({ length: 21 }, (_none, index) => `Many ${index}`));
    await patch(id, { add: many.slice(0, TASK_LABELS_MAX) });
    expect(await patch(id, { add: many.slice(TASK_LABELS_MAX) })).toMatchObject(
      refusal(TOO_MANY_LABELS),
    );
    const body = { title: "Task", priority: "Low", labels: many };
    expect(await member.call("POST", "/api/tasks", body)).toMatchObject(refusal(TOO_MANY_LABELS));
    const message = "Labels must be a list of labels' ids to add and to remove: { add, remove }";
    for (const bad of [[], "a", { add: "a" }, { add: [1] }, {}, null, { add: [""] }])
      expect(await patch(id, bad as object)).toMatchObject(refusal(message));
  });

  test("a deleted task keeps them until it is restored or purged", async () => {
    const [a] = await idsOf("A");
    const { id } = await createTask(member, { labels: [a] });
    await admin.call("DELETE", `/api/tasks/${id}`);
    expect((await labels("?counts=true")).map(({ tasks }) => tasks)).toEqual([0]);
    await admin.call("POST", `/api/tasks/${id}/restore`);
    expect(await labelsOf(id)).toEqual([a]);
  });

  test("a bulk action adds and removes; its undo takes away only what it has added", async () => {
    const [a, b, c] = await idsOf("A", "B", "C");
    const one = await createTask(member, { labels: [a] });
    const two = await createTask(member, { labels: [a, b] });
    const change = { action: "change", labels: { add: [b], remove: [a] } };
    const run = runIn(await startRun(member, [one.id, two.id], change));
    expect(run.change).toEqual({
      labels: { add: [{ id: b, name: "B" }], remove: [{ id: a, name: "A" }] },
    });
    await runEnd(member, run);
    expect([await labelsOf(one.id), await labelsOf(two.id)]).toEqual([[b], [b]]);
    await patch(one.id, { add: [c] });
    const undone = runIn(await member.call("POST", `/api/task-runs/${run.id}/undo`));
    expect((await runEnd(member, undone)).counts).toMatchObject({ undone: 2, kept: 0 });
    expect(await labelsOf(one.id)).toEqual(sorted(a, c));
    expect(await labelsOf(two.id)).toEqual(sorted(a, b));
  });

  test("webhooks tell their names and what was added and removed; the CSV has a column", async () => {
    await createWebhook(admin);
    const [a, b] = await idsOf("A", "Client: B");
    const { id } = await createTask(member, { labels: [a] });
    await patch(id, { add: [b] });
    const states = await server.db.selectFrom("task_states").select("state").execute();
    expect(states.map(({ state }) => JSON.parse(state) as unknown)).toMatchObject([
      { task: { labels: [{ id: a, name: "A" }] } },
      { task: { labels: [{ name: "A" }, { name: "Client: B" }] } },
    ]);
    const csv = String((await member.call("GET", "/api/tasks/export.csv")).body);
    expect(csv).toContain(",Comments,Labels\r\n");
    expect(csv).toContain(',"A; Client: B"\r\n');
  });
});

test("the list is filtered by labels, and a search finds their names", async () => {
  const [bug, acme, old] = await idsOf("Bug", "Client: Acme", "Old");
  await createTask(member, { title: "Bug only", labels: [bug] });
  await createTask(member, { title: "Both", labels: [bug, acme] });
  await createTask(member, { title: "Merged", labels: [old] });
  await createTask(member, { title: "None" });
  await admin.call("POST", `/api/labels/${old}/merge`, { into: acme });
  expect(await found(`label=${acme}`)).toEqual(["Both", "Merged"]);
  expect(await found(`label=${bug},${acme}`)).toEqual(["Both", "Bug only", "Merged"]);
  expect(await found(`label=${bug},${acme}&label_match=all`)).toEqual(["Both"]);
  expect(await found(`label=${bug}&label_match=none`)).toEqual(["Merged", "None"]);
  expect(await found("label=none")).toEqual(["None"]);
  expect(await found(`label=none,${bug}`)).toEqual(["Both", "Bug only", "None"]);
  expect(await found("label=gone")).toEqual([]);
  expect(await found("search=acme")).toEqual(["Both", "Merged"]);
  expect(await found("search=both acme")).toEqual(["Both"]);
  const { body } = await member.call("GET", "/api/tasks/search?search=acme");
  expect((body as TaskPageResponse).tasks.map((task) => task.found)).toEqual(["label", "label"]);
});
