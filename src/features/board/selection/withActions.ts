import type { WithSelection } from "#features/board/cards/selectionState.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import type { WithExtensions } from "#sync/extensions/extensions.ts";

/** The part of the store's state that the cards' actions read. */
export type WithActions = WithChanges & WithSelection & WithExtensions;
