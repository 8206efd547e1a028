import { VIEW_SCREENS } from "../view.ts";
import { NamedRecord } from "./id.ts";
import {
  count,
  enumOf,
  flag,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  onlyTrue,
  optional,
  positive,
  type TypeOf,
  text,
} from "./shape.ts";

/** A saved view. Its owner is null after the user was deleted: then admins change it. */
export const SavedView = named(
  "SavedView",
  object({
    id,
    name: text,
    screen: enumOf(VIEW_SCREENS),
    query: {
      ...text,
      description:
        "The query part of the screen's address: the filters and the order of GET /api/tasks/search, and of a table `group`, `hidden`, `groups` and `dense`.",
    },
    shared: { ...flag, description: "Whether all users see it." },
    owner: nullable(NamedRecord),
    version: positive,
    created_at: instant,
  }),
);
export type SavedView = TypeOf<typeof SavedView>;

/** POST, PATCH and restore of /api/views. */
export const ViewResponse = object({ view: SavedView });
export type ViewResponse = TypeOf<typeof ViewResponse>;

/** GET /api/views: the user's own and the shared views by name, and the id of the user's start. */
export const ViewsResponse = object({ views: listOf(SavedView), start: nullable(id) });
export type ViewsResponse = TypeOf<typeof ViewsResponse>;

/** GET /api/views/counts: the number of tasks of each view. It lacks views whose search takes too long. */
export const ViewCountsResponse = object({
  counts: listOf(
    object({
      id,
      total: count,
      atLeast: optional({ ...onlyTrue, description: "More tasks match than were counted." }),
    }),
  ),
});
export type ViewCountsResponse = TypeOf<typeof ViewCountsResponse>;
