import { bulkMachine } from "#features/bulk/bulkMachine.ts";
import { changeMachine } from "#features/changes/queue/changeMachine.ts";
import { uploadMachine } from "#features/files/uploadMachine.ts";
import { selectionMachine } from "#features/selection/selectionMachine.ts";
import { filtersMachine } from "#lib/filters/filtersMachine.ts";
import type { Machine } from "#lib/machine.ts";
import { sessionMachine } from "#session/sessionMachine.ts";
import { connectionMachine } from "#sync/connection/connectionMachine.ts";
import { liveMachine } from "#sync/live/liveMachine.ts";

/** Every machine of the app, in the order of the documentation. */
export const machines: readonly Machine[] = [
  sessionMachine,
  changeMachine,
  selectionMachine,
  filtersMachine,
  bulkMachine,
  uploadMachine,
  connectionMachine,
  liveMachine,
];
