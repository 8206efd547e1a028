import { selectIsOffline } from "#api/connectionEvents.ts";
import {
  selectUnsentCreations,
  type WithCreations,
} from "#features/board/creations/creationsState.ts";
import { selectUnsentEdits } from "#features/board/edits/storedEdit.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import { countStored } from "#features/board/outbox/outbox.ts";
import { selectUnsettledMoves } from "./sendSelectors.ts";

/** The number of a user's moves, new cards and edits that would be lost if the session ended now. */
export function countUnsent(state: WithBoard & WithCreations, userId: string): number {
  const changes = [...selectUnsettledMoves(state), ...selectUnsentEdits(state)];
  const creations = selectUnsentCreations(state).length;
  const unsent = selectIsOffline(state) ? changes : changes.filter(({ sent }) => !sent);
  const inOtherTabs = Math.max(0, countStored(userId) - changes.length - creations);
  return unsent.length + creations + inOtherTabs;
}
