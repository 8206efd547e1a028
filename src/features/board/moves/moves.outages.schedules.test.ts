import { it } from "@jest/globals";
import fc from "fast-check";
import { createAppClient } from "#testing/schedules/appClient.ts";
import { moveProperty, PATIENCE, SCHEDULES } from "#testing/schedules/moveProperty.ts";

it(
  "keeps every rule of moves while the connection comes and goes",
  async () => {
    await fc.assert(moveProperty(createAppClient, "outages"), SCHEDULES);
  },
  PATIENCE,
);
