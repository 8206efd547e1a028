import { object } from "yup";
import { ACTIVITY_SCOPES, CHANGE_NUMBER_MAX } from "../activity.ts";
import { HISTORY_KINDS } from "../taskHistory.ts";
import { choice, idFilter, wholeNumber } from "./common.ts";
import { queryFlag } from "./task.ts";

const changeNumber = (name: string) =>
  wholeNumber(name, CHANGE_NUMBER_MAX).transform((cast: unknown, original: unknown) =>
    original === "" ? undefined : cast,
  );

/** Query of GET /api/activity. An empty value counts as absent. */
export const activityQueryRule = object({
  scope: choice("Scope", ACTIVITY_SCOPES),
  actor: idFilter("Actor must be a user's id"),
  kind: choice("Kind", HISTORY_KINDS),
  before: changeNumber("Before"),
  after: changeNumber("After"),
  digest: queryFlag("Digest must be true or false"),
});

/** Body of POST /api/activity/seen. */
export const activitySeenRule = object({
  until: wholeNumber("Until", CHANGE_NUMBER_MAX).required("Until is required"),
});
