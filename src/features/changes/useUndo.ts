import { useDispatch } from "react-redux";
import { loadChanges, loadedChanges } from "#features/changes/loadChanges.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import type { StoreDispatch } from "#session/appExtra.ts";

/** The key that undoes the user's newest changes. */
export function useUndo(): void {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  useCommand("undo", () => {
    const code = loadedChanges();
    if (code) {
      dispatch(code.undoNewest());
      return;
    }
    loadChanges().then(
      ({ undoNewest }) => dispatch(undoNewest()),
      () => undefined,
    );
  });
}
