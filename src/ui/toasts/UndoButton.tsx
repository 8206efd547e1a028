import { toast } from "react-hot-toast/headless";
import { Button } from "#ui/button/Button.tsx";

/** Undo in a toast, which it closes. */
export function UndoButton({ toastId, onUndo }: { toastId: string; onUndo: () => void }) {
  return (
    <Button
      size="sm"
      onClick={({ currentTarget }) => {
        // Blurs the button before the toast closes, so that the page can take the focus.
        currentTarget.blur();
        toast.dismiss(toastId);
        onUndo();
      }}
    >
      Undo
    </Button>
  );
}
