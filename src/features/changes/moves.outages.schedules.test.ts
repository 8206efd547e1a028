import { it } from "@jest/globals";
import fc from "fast-check";
import { createAppClient } from "#testing/schedules/clients/appClient.ts";
import { moveProperty, SCHEDULES, SCHEDULES_TIMEOUT_MS } from "#testing/schedules/moveProperty.ts";

it(
  "moves keep every rule while the connection drops and returns",
  async () => {
    await fc.assert(moveProperty(createAppClient, "outages"), SCHEDULES);
  },
  SCHEDULES_TIMEOUT_MS,
);
