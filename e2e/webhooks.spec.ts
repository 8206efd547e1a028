import { createHmac } from "node:crypto";
import { startReceiver } from "#server/testing/webhookReceiver.ts";
import { DEVICES } from "./support/app.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

test.use({ serverEnv: { WEBHOOK_PRIVATE_ADDRESSES: "on" } });

test("an admin creates a webhook, copies its secret once, and follows a signed test @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const receiver = await startReceiver();
  await openAs(await server.signUp({ role: "admin" }), "/users");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await page.getByRole("button", { name: "New webhook" }).press("Enter");
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("All events").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create webhook" }).click();

  const field = page.getByRole("dialog", { name: /^Secret for/ }).getByRole("textbox");
  await expect(field).toBeFocused();
  const secret = await field.inputValue();
  await page.keyboard.press("Escape");
  await expect(page.getByText(receiver.url)).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.getByRole("button", { name: /^Send a test/ }).click();
  const log = page.getByRole("dialog", { name: /^Deliveries to/ });
  await expect(log).toContainText("1 delivery · the newest: delivered");
  await expect(log).toContainText("response 204 · 1 attempt");
  for (const { viewport } of DEVICES) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
  }
  await log.getByRole("button", { name: "Close" }).first().click();
  await expect(page.getByText("All events · last delivery accepted")).toBeVisible();
  for (const { viewport } of DEVICES) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
  }

  const [delivery] = receiver.received;
  const { "webhook-id": id, "webhook-timestamp": time } = delivery?.headers ?? {};
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update([id, time, delivery?.body].join("."));
  expect(delivery?.headers["webhook-signature"]).toBe(`v1,${signature.digest("base64")}`);
  expect(delivery?.body).toContain('"webhook.test"');
  await receiver.close();
});
