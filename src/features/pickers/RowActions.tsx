import { toast } from "react-hot-toast/headless";
import { useDeleteTask } from "#features/tasks/data/useDeleteTask.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { focusedRow } from "#ui/lists/rows.ts";
import { EmptyFields } from "./EmptyFields.tsx";

/** Presses a button that is there. */
function press(button: HTMLElement | null | undefined): boolean {
  button?.click();
  return button != null;
}

/** The card or row of a task, by default the focused one. */
const rowFor = (taskId?: string): HTMLElement | null =>
  taskId === undefined
    ? focusedRow()
    : document.querySelector(`[data-card="${CSS.escape(taskId)}"]`);

/** Copies the address to which a card or row leads. Browsers allow that to pages with HTTPS only. */
async function copyLink(row: HTMLElement): Promise<void> {
  const { href = "" } = row.querySelector("a") ?? {};
  try {
    await navigator.clipboard.writeText(href);
    toast.success("Link copied", { id: "copied" });
  } catch {
    toast.error(`The browser doesn't allow to copy ${href}`, { id: "copied" });
  }
}

/** What a card or row offers besides its values' pickers: the buttons of its empty fields, link and deletion. */
export function RowActions({ isPicking }: { isPicking: boolean }) {
  const [askToDelete, question] = useDeleteTask();
  useCommand("cardMenu", () =>
    press(focusedRow()?.querySelector<HTMLElement>("[aria-haspopup='menu']")),
  );
  useCommand("cardCopyLink", (taskId) => {
    const row = rowFor(taskId);
    if (row) void copyLink(row);
    return row !== null;
  });
  useCommand("cardDelete", (taskId) => {
    const row = rowFor(taskId);
    const id = row?.dataset["card"];
    // The key is for all selected tasks, which the bar can delete.
    if (taskId === undefined && document.querySelector("[data-selected]"))
      return press(document.querySelector<HTMLElement>("[data-bulk-actions] [data-delete]"));
    if (id !== undefined) askToDelete(id);
    return id !== undefined;
  });
  return (
    <>
      <EmptyFields isFrozen={isPicking} />
      {question}
    </>
  );
}
