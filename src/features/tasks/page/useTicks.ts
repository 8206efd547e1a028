import { useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { toggleItem } from "#contract/checklist.ts";
import { codeNotLoaded } from "#features/tasks/taskEvents.ts";
import type { TaskDetail } from "#features/tasks/taskResponses.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import type { StoreDispatch } from "#session/appExtra.ts";
import { selectIsAdmin } from "#session/sessionSlice.ts";

const loadSave = () => loadCode(() => import("./saveDescription.ts"), 2, 0);

/**
 * Ticks of the task lists in a description. A tick shows at once. Ticks during a save are saved after
 * it, together.
 */
export function useTicks(task: TaskDetail) {
  const [pending, setPending] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const isSaving = useRef(false);
  const isAdmin = useSelector(selectIsAdmin);
  const dispatch = useDispatch<StoreDispatch>();

  async function saveAll(): Promise<void> {
    const { saveDescription } = await loadSave();
    let base: TaskDetail | null = task;
    while (base && wanted.current !== null) {
      const description = wanted.current;
      base = await saveDescription(dispatch, base, description, isAdmin);
      if (wanted.current === description) wanted.current = null;
    }
  }

  return {
    description: pending ?? task.description,
    tick(line: number) {
      const toggled = toggleItem(wanted.current ?? task.description, line);
      if (toggled === null) return;
      wanted.current = toggled;
      setPending(toggled);
      if (isSaving.current) return;
      isSaving.current = true;
      saveAll()
        .catch(() => void dispatch(codeNotLoaded("form")))
        .finally(() => {
          isSaving.current = false;
          wanted.current = null;
          setPending(null);
        });
    },
  };
}
