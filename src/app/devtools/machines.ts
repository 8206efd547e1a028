import { creationMachine } from "#features/board/creations/creationMachine.ts";
import { editMachine } from "#features/board/edits/editMachine.ts";
import { moveMachine } from "#features/board/moves/moveMachine.ts";
import { selectionMachine } from "#features/board/selection/selectionMachine.ts";
import { bulkMachine } from "#features/bulk/bulkMachine.ts";
import { filtersMachine } from "#features/filters/filtersMachine.ts";
import type { Machine } from "#lib/machine.ts";
import { sessionMachine } from "#session/sessionMachine.ts";
import { connectionMachine } from "#sync/connection/connectionMachine.ts";
import { liveMachine } from "#sync/live/liveMachine.ts";

/** Every machine of the app, in the order of the documentation. */
export const machines: readonly Machine[] = [
  sessionMachine,
  moveMachine,
  editMachine,
  creationMachine,
  selectionMachine,
  filtersMachine,
  bulkMachine,
  connectionMachine,
  liveMachine,
];
