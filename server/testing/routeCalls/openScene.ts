import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import type { FileAddressResponse, UploadResponse } from "#contract/shapes/file.ts";
import type { InvitationsResponse, MadeLink } from "#contract/shapes/link.ts";
import type { TaskRunResponse } from "#contract/shapes/run.ts";
import type { ViewResponse } from "#contract/shapes/view.ts";
import { issueCode, LINK_CODE_MS } from "#server/oidc/codes.ts";
import type { Row } from "#server/testing/massAssignment/effects.ts";
import type { TestServer } from "#server/testing/server.ts";
import { LATER, type Scene } from "./scene.ts";

const tokenIn = (made: MadeLink | null | undefined) => made?.path.split("#")[1] ?? "";

/** Fills an empty server with a row in every table. Users with a password have this hash. */
export async function openScene(server: TestServer, password_hash: string): Promise<Scene> {
  const admin = await server.as("admin", { name: "Ada", email: "ada@example.com" });
  const member = await server.as("member", {
    name: "Max",
    email: "max@example.com",
    password_hash,
  });
  const { sessionId } = await server.signIn(member.user);
  const made = async (url: string, body: object | string) =>
    Object.values((await admin.call("POST", url, body)).body as Row)[0] as { id: string };
  const label = await made("/api/labels", { name: "Group: Label" });
  const otherLabel = await made("/api/labels", { name: "Other label" });
  const deletedLabel = await made("/api/labels", { name: "Deleted label" });
  await admin.call("DELETE", `/api/labels/${deletedLabel.id}`);
  const viewOf = async (name: string) => {
    const view = { name, screen: "table", query: "priority=High", shared: true };
    return ((await member.call("POST", "/api/views", view)).body as ViewResponse).view.id;
  };
  const [viewId, deletedViewId] = [await viewOf("View"), await viewOf("Deleted view")];
  await member.call("DELETE", `/api/views/${deletedViewId}`);
  const task = await made("/api/tasks", { title: "Task", priority: "Low", labels: [label.id] });
  const deleted = await made("/api/tasks", { title: "Deleted", priority: "Low" });
  await admin.call("DELETE", `/api/tasks/${deleted.id}`);
  const { body: comment } = await member.call("POST", `/api/tasks/${task.id}/comments`, {
    comment: "First",
  });
  const file = await made(`/api/tasks/${task.id}/files?name=note.txt`, "Hello");
  const deletedFile = await made(`/api/tasks/${task.id}/files?name=old.txt`, "Old");
  await admin.call("DELETE", `/api/tasks/${task.id}/files/${deletedFile.id}`);
  const address = await admin.call("GET", `/api/tasks/${task.id}/files/${file.id}/address`);
  const beginUpload = async () => {
    const headers = { "upload-length": "1000000" };
    const url = `/api/tasks/${task.id}/uploads`;
    const { body } = await member.call("POST", url, undefined, headers);
    return (body as UploadResponse).upload.url.replace(/^.*\?/, "?");
  };
  const { body: token } = await member.call("POST", "/api/tokens", {
    name: "Script",
    scope: "read",
    days: 30,
  });
  const team = await made("/api/teams", { name: "Team" });
  await admin.call("POST", `/api/teams/${team.id}/members`, { userId: admin.user.id });
  const linked = await server.as("member", {
    name: "Lin",
    email: "lin@example.com",
    password_hash,
  });
  const now = server.clock.time;
  const identityId = "identity";
  const identity = { provider: "test", subject: "lin", email: "lin@example.com" };
  await server.db
    .insertInto("identities")
    .values({
      ...identity,
      id: identityId,
      user_id: linked.user.id,
      created_at: LATER,
      confirmed_at: null,
    })
    .execute();
  const ofLinked = { userId: linked.user.id };
  const { body: feed } = await member.call("POST", "/api/profile/calendar");
  const invited = await admin.call("POST", "/api/invitations", { list: "new@example.com" });
  const [invitation] = (invited.body as InvitationsResponse).results;
  const reset = await admin.call("POST", `/api/users/${member.user.id}/reset-link`);
  const imported = await made("/api/imports", "Title\nImported");
  await admin.call("POST", `/api/imports/${imported.id}/run`, { dry: false });
  const draft = await made("/api/imports", "Title\nDraft");
  const run = await made("/api/user-runs", {
    action: "role",
    role: "admin",
    user_ids: linked.user.id,
    confirm_count: 1,
  });
  const fields = { action: "change", task_ids: task.id, priority: "High" };
  const { body: taskRun } = await member.call("POST", "/api/task-runs", fields);
  const webhook = await made("/api/webhooks", {
    url: "https://example.com/",
    events: "user.deactivated",
  });
  const delivery = await made(`/api/webhooks/${webhook.id}/test`, {});
  const scene = {
    webhookId: webhook.id,
    deliveryId: delivery.id,
    runId: run.id,
    taskRunId: (taskRun as TaskRunResponse).run.id,
    linked,
    identityId,
    signInCode: await issueCode(server.db, ofLinked, LINK_CODE_MS, now),
    linkCode: await issueCode(server.db, { ...ofLinked, identityId }, LINK_CODE_MS, now),
    admin,
    member,
    otherSessionId: sessionId,
    taskId: task.id,
    labelId: label.id,
    otherLabelId: otherLabel.id,
    deletedLabelId: deletedLabel.id,
    viewId,
    deletedViewId,
    deletedTaskId: deleted.id,
    fileId: file.id,
    fileAddress: (address.body as FileAddressResponse).url.replace(/^.*\?/, "?"),
    deletedFileId: deletedFile.id,
    upload: await beginUpload(),
    otherUpload: await beginUpload(),
    apiTokenId: (token as ApiTokenCreatedResponse).token.id,
    teamId: team.id,
    draftId: draft.id,
    importId: imported.id,
    commentId: (comment as { id: string }).id,
    calendarFile: (feed as { path: string }).path.split("/").at(-1) ?? "",
    linkId: invitation?.made?.link.id ?? "",
    invitationToken: tokenIn(invitation?.made),
    resetToken: tokenIn(reset.body as MadeLink),
  };
  server.clock.time = new Date(LATER);
  return scene;
}
