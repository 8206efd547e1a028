import { expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { FilesResponse } from "#contract/shapes/file.ts";
import { filesOf } from "#server/testing/files.ts";
import type { Backend } from "#testing/backend.ts";
import { fastLive } from "#testing/fastLive.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask } from "#testing/screens/create.ts";

const LIST = "GET /api/tasks/{id}/files";
const SEND = "PATCH /api/tasks/{id}/uploads";

const section = () => screen.findByRole("region", { name: /^Files/ });
const input = async () =>
  within(await section()).getByLabelText<HTMLInputElement>("Add files", { selector: "input" });
const rows = async () => within(await section()).queryAllByRole("listitem");
const textFile = (name: string, text = "Hello") => new File([text], name, { type: "text/plain" });

async function openTask(given?: Backend, options: Partial<Parameters<typeof renderApp>[0]> = {}) {
  const backend = given ?? (await openBackend());
  const grace = await backend.as("admin", { name: "Grace Hopper" });
  const task = await createTask(grace, "Write the report");
  const app = await renderApp({ path: `/tasks/${task.id}`, as: "member", backend, ...options });
  const list = async () =>
    ((await grace.call("GET", `/api/tasks/${task.id}/files`)).body as FilesResponse).files;
  return { ...app, task, grace, list };
}

test("chosen, dropped and pasted files are added to the task, and its history says so", async () => {
  const { user, list } = await openTask();
  await user.upload(await input(), [textFile("one.txt"), textFile("two.txt")]);
  await waitFor(async () => expect(await list()).toHaveLength(2));
  const dataTransfer = { files: [textFile("three.txt")], types: ["Files"] };
  fireEvent.dragOver(document.body, { dataTransfer });
  expect(await screen.findByText("Drop the files to add them.")).toBeInTheDocument();
  fireEvent.drop(document.body, { dataTransfer });
  fireEvent.paste(document.body, {
    clipboardData: { files: [textFile("image.png")], types: ["Files"] },
  });
  await waitFor(async () => expect(await list()).toHaveLength(4));
  expect(await screen.findByRole("heading", { name: "Files (4)" })).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Pasted .+\.png$/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "History" }));
  expect(await screen.findByText("one.txt", { selector: "bdi" })).toBeVisible();
});

test("text that an office program copies with a picture is pasted as text", async () => {
  const { user, backend } = await openTask();
  await section();
  const comment = await screen.findByLabelText("Add a comment");
  await user.click(comment);
  fireEvent.paste(comment, {
    clipboardData: {
      files: [textFile("image.png")],
      types: ["text/plain", "Files"],
      getData: () => "Text",
    },
  });
  expect(backend.callsOf("POST /api/tasks/{id}/uploads")).toEqual([]);
});

test("a lost connection interrupts an upload, which goes on where it stopped", async () => {
  const { user, backend, list } = await openTask();
  backend.fail(SEND, "lost");
  await user.upload(await input(), textFile("large.txt", "x".repeat(300_000)));
  await waitFor(async () => expect(await list()).toHaveLength(1), { timeout: 20_000 });
  const offsets = backend.callsOf(SEND).map(({ headers }) => Number(headers.get("upload-offset")));
  expect(offsets).toEqual([...new Set(offsets)]);
  expect((await list())[0]).toMatchObject({ name: "large.txt", size: 300_000 });
});

test("a refused upload says why, and can be tried again or removed", async () => {
  const { user, backend, list } = await openTask();
  backend.fail(SEND, { status: 507, body: { error: "The server has no room" } });
  await user.upload(await input(), textFile("a.txt"));
  expect(await screen.findByRole("alert")).toHaveTextContent("The server has no room");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(async () => expect(await list()).toHaveLength(1));
  backend.fail(SEND, { status: 507, body: { error: "The server has no room" } });
  await user.upload(await input(), textFile("b.txt"));
  await user.click(await screen.findByRole("button", { name: "Remove b.txt" }));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});

test("a file over a limit is refused before anything is sent", async () => {
  const backend = await openBackend();
  backend.deps.config.files.maxBytes = 1024;
  const { user } = await openTask(backend);
  await section();
  expect(await screen.findByText("Drop or paste files, up to 1 KiB each.")).toBeVisible();
  await user.upload(await input(), [
    textFile("large.txt", "x".repeat(2_000)),
    textFile("empty.txt", ""),
  ]);
  const alerts = (await screen.findAllByRole("alert")).map(({ textContent }) => textContent);
  expect(alerts).toEqual([
    "A file may have at most 1 KiB, and this one has 2 KiB",
    "The file is empty",
  ]);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(backend.callsOf("POST /api/tasks/{id}/uploads")).toEqual([]);
});

test("an upload goes on on another screen, and can be cancelled", async () => {
  const { user, backend, store, list } = await openTask();
  const held = backend.delay(SEND);
  await user.upload(await input(), [textFile("a.txt"), textFile("b.txt")]);
  await user.click(await screen.findByRole("button", { name: "Cancel b.txt" }));
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await user.click(screen.getByRole("button", { name: "Back" }));
  await screen.findByRole("heading", { level: 1, name: /Tasks/ });
  held.release();
  expect(await screen.findByText("File added")).toBeVisible();
  expect(store.getState().uploads).toEqual([]);
  expect((await list()).map(({ name }) => name)).toContain("a.txt");
  const later = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(later);
  expect(later.defaultPrevented).toBe(false);
});

test("an upload that is cancelled while its last bytes arrive leaves no file", async () => {
  const { user, backend, list } = await openTask();
  const held = backend.delay(SEND);
  await user.upload(await input(), textFile("a.txt"));
  await waitFor(() => expect(backend.callsOf(SEND)).toHaveLength(1));
  await user.click(await screen.findByRole("button", { name: "Cancel a.txt" }));
  held.release();
  await waitFor(() => expect(backend.callsOf("DELETE /api/tasks/{id}/uploads")).toHaveLength(1));
  await waitFor(async () => expect(await list()).toEqual([]));
  expect(await rows()).toEqual([]);
});

test("a file is renamed, deleted and restored, and downloads from a short-lived address", async () => {
  const { user, backend } = await openTask();
  await user.upload(await input(), textFile("draft.txt"));
  await user.click(await screen.findByRole("button", { name: "Rename draft.txt" }));
  const field = screen.getByLabelText<HTMLInputElement>("File name");
  expect(field.value.slice(0, field.selectionEnd ?? 0)).toBe("draft");
  await user.keyboard("final{Enter}");
  expect(await screen.findByRole("button", { name: "final.txt" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Download final.txt" }));
  await waitFor(() =>
    expect(backend.callsOf("GET /api/tasks/{id}/files/{fileId}/address")).toHaveLength(1),
  );
  await user.click(screen.getByRole("button", { name: "Delete final.txt" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "final.txt" })).toBeNull());
  expect(screen.getByRole("heading", { name: "Files" })).toHaveFocus();
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "final.txt" })).toBeVisible();
});

test("files of other people appear, and a board's card counts them", async () => {
  const { user, backend, task, grace } = await openTask(undefined, { live: fastLive() });
  await section();
  await filesOf(backend).add(grace, task.id, { name: "theirs.txt" });
  expect(await screen.findByRole("button", { name: "theirs.txt" })).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Progress" }));
  const card = await screen.findByRole("article");
  expect(within(card).getByText("Files: 1")).toBeInTheDocument();
});

test("a server of the contract has no files", async () => {
  const backend = await openBackend();
  backend.isPlain = true;
  await openTask(backend);
  await screen.findByText("No comments yet");
  expect(screen.queryByRole("region", { name: /^Files/ })).toBeNull();
  expect(backend.callsOf(LIST)).toEqual([]);
});
