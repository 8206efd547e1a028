import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { startReceiver, type WebhookReceiver } from "#server/testing/webhookReceiver.ts";
import { createSender, type Sender } from "#server/webhooks/sender.ts";
import { type Backend, startBackend } from "#testing/backend.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";

let backend: Backend;
let receiver: WebhookReceiver;
let sender: Sender;

beforeEach(async () => {
  backend = await startBackend({ config: { privateWebhooks: true } });
  receiver = await startReceiver();
  sender = createSender(backend.deps, { error: (failure: unknown) => expect(failure).toBeNull() });
});
afterEach(async () => {
  await sender.close();
  await receiver.close();
  await backend.close();
});

async function openPage() {
  const session = await backend.register({ role: "admin" });
  return await renderApp({ path: "/webhooks", as: session, backend });
}

const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

type User = Awaited<ReturnType<typeof openPage>>["user"];

async function fillIn(user: User) {
  const form = await dialog("New webhook");
  await enterText(user, form.getByRole("textbox", { name: "URL" }), receiver.url);
  await user.click(form.getByRole("checkbox", { name: "task.created" }));
  await user.type(form.getByRole("textbox", { name: "Description" }), "Build server");
  await user.click(form.getByRole("button", { name: "Create webhook" }));
}

async function choose(user: User, item: string) {
  await user.click(screen.getByRole("button", { name: `More for ${receiver.url}` }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}

it("shows errors at their fields, creates a webhook whose secret is shown once, changes it, replaces its secret and deletes it", async () => {
  const { user, store } = await openPage();
  expect(await screen.findByText("No webhooks yet")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "+ New webhook" }));
  const made = await dialog("New webhook");
  const url = made.getByRole("textbox", { name: "URL" });
  await user.click(made.getByRole("button", { name: "Create webhook" }));
  expect(await made.findByText("Enter a URL such as https://example.com/hook")).toBeVisible();
  expect(made.getByRole("group", { name: "Events" })).toHaveAccessibleDescription(
    "Choose at least one event",
  );
  await waitFor(() => expect(url).toHaveFocus());
  const msg = "The address must be public";
  const body = { errors: [{ param: "url", msg }] };
  backend.fail("POST /api/webhooks", { status: 400, body });
  await fillIn(user);
  expect(await made.findByText(msg)).toBeVisible();
  expect(url).toHaveValue(receiver.url);
  expect(made.getByRole("checkbox", { name: "task.created" })).toBeChecked();
  await user.click(made.getByRole("button", { name: "Create webhook" }));
  const shown = await dialog(/^Secret for 127\.0\.0\.1/);
  const { value: secret } = shown.getByRole<HTMLInputElement>("textbox", { name: "Secret" });
  expect(secret).toMatch(/^whsec_/);
  expect(JSON.stringify(store.getState())).not.toContain(secret);
  await user.click(shown.getByRole("button", { name: "Done" }));
  expect(await screen.findByText(receiver.url)).toBeVisible();
  expect(screen.getByText("Active")).toBeVisible();
  expect(screen.getByText("Build server")).toBeVisible();
  expect(screen.getByText("task.created · no deliveries yet")).toBeVisible();

  await choose(user, "Edit");
  const form = await dialog("Edit webhook");
  expect(form.getByRole("textbox", { name: "URL" })).toHaveValue(receiver.url);
  await user.click(form.getByRole("checkbox", { name: "All events" }));
  await user.click(form.getByRole("checkbox", { name: "Active" }));
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Webhook saved")).toBeVisible();
  expect(await screen.findByText("All events · no deliveries yet")).toBeVisible();
  expect(screen.getByText("Switched off")).toBeVisible();
  expect(Object.keys(Object(backend.callsOf("PATCH /api/webhooks/{id}")[0]?.body))).toEqual([
    "events",
    "is_active",
  ]);

  await choose(user, "New secret");
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "New secret" }));
  const field = (await dialog(/^Secret for/)).getByRole<HTMLInputElement>("textbox");
  expect(field.value).toMatch(/^whsec_/);
  expect(field.value).not.toBe(secret);
  await user.click(screen.getByRole("button", { name: "Done" }));

  await choose(user, "Delete");
  const deletion = within(await screen.findByRole("alertdialog"));
  await user.click(deletion.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("No webhooks yet")).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole("heading", { level: 1, name: "Webhooks" })).toHaveFocus(),
  );
});

it("sends a test, follows its delivery, and sends it again", async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole("button", { name: "+ New webhook" }));
  await fillIn(user);
  await user.click(await screen.findByRole("button", { name: "Done" }));
  receiver.answers.push(500);
  await user.click(screen.getByRole("button", { name: `Send a test to ${receiver.url}` }));
  const log = await dialog(/^Deliveries to 127\.0\.0\.1/);
  expect(await log.findByText("1 delivery · the newest: waiting")).toBeVisible();
  await sender.sendDue();
  expect(await log.findByText("Answer 500")).toBeVisible();
  expect(log.getByText(/response 500 · 1 attempt · next attempt/)).toBeVisible();

  await user.click(log.getByRole("button", { name: /^Send again webhook\.test/ }));
  expect(await log.findByText(/response 500 · 0 attempts$/)).toBeVisible();
  await sender.sendDue();
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
    receiver.received[0]?.headers["webhook-id"],
    receiver.received[0]?.headers["webhook-id"],
  ]);
});

it.each([
  ["another response", { status: 200, body: {} }],
  ["404", { status: 404, body: { error: "Not found" } }],
])("says that a server has no webhooks: %s", async (_name, fault) => {
  backend.fail("GET /api/webhooks", fault, 9);
  await openPage();
  expect(await screen.findByText("No webhooks here")).toBeVisible();
  expect(screen.queryByRole("button", { name: "+ New webhook" })).toBeNull();
});
