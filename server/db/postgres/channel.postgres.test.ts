import { expect, test } from "@jest/globals";
import { postgresChannel } from "./channel.ts";

test("a channel can be closed while it connects", async () => {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  const listener = { onMessage: () => undefined, onGap: () => undefined };
  const channel = postgresChannel(url, listener);
  await expect(channel.close()).resolves.toBeUndefined();
});
