import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { WithSelection } from "#features/board/selection/selectionState.ts";
import type { WithExtensions } from "#sync/extensions/extensions.ts";

/** The part of the store's state that the cards' actions read. */
export type WithActions = WithBoard & WithSelection & WithExtensions;
