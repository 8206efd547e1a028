import { useEffect } from "react";
import { useSelector } from "react-redux";
import { selectStoredUser } from "#session/authSlice.ts";
import type { Drafts } from "#session/drafts.ts";
import { useDrafts } from "#session/useDraft.ts";

export const RECENT_MAX = 5;
const KEY = "recent";

/** A task that the user has opened in this tab. */
export interface RecentTask {
  id: string;
  title: string;
}

/** The tasks that the user opened last, the latest first. They are kept as drafts are, until the sign-out. */
export function recentTasks(drafts: Drafts, userId: string): RecentTask[] {
  const { ids, titles } = drafts.find(userId, KEY)?.values ?? {};
  const names = titles?.split("\n") ?? [];
  return ids ? ids.split("\n").map((id, index) => ({ id, title: names[index] ?? "" })) : [];
}

/** Remembers that the user has opened a task. */
export function useNoteRecent(id: string, title: string | undefined): void {
  const drafts = useDrafts();
  const userId = useSelector(selectStoredUser)?.id;
  useEffect(() => {
    if (userId === undefined || !title) return;
    const others = recentTasks(drafts, userId).filter((task) => task.id !== id);
    const tasks = [{ id, title }, ...others].slice(0, RECENT_MAX);
    const values = {
      ids: tasks.map((task) => task.id).join("\n"),
      titles: tasks.map((task) => task.title.replaceAll("\n", " ")).join("\n"),
    };
    drafts.keep(userId, KEY, { values });
  }, [drafts, userId, id, title]);
}
