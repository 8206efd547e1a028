import { pages } from "#app/pages.ts";
import { AppLayout } from "#app/preload.ts";
import * as selecting from "#features/board/selection/selecting.ts";
import * as boardFilter from "#features/board/view/BoardFilter.tsx";
import * as taskBulkBar from "#features/tasks/bulk/TaskBulkBar.tsx";
import * as addSeveral from "#features/teams/several/AddSeveralDialog.tsx";
import { installStoreParts } from "#lib/storeParts.ts";

/** Loads all screens, with their slices and listeners, for a store without rendered screens. */
export async function loadAllScreens(): Promise<void> {
  for (const part of [boardFilter, selecting, addSeveral, taskBulkBar]) installStoreParts(part);
  await Promise.all([AppLayout, ...Object.values(pages)].map((part) => part.preload()));
}
