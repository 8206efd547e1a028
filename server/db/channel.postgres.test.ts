import { expect, test } from "@jest/globals";
import { postgresChannel } from "./channel.ts";

test("a channel can be closed while it still connects", async () => {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  const nobody = { onMessage: () => undefined, onGap: () => undefined };
  const channel = postgresChannel(url, nobody);
  await expect(channel.close()).resolves.toBeUndefined();
});
