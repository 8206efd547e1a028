import type { ComponentProps } from "react";
import { toast } from "react-hot-toast/headless";
import { Button } from "#ui/button/Button.tsx";
import { ToastText } from "./ToastText.tsx";

/**
 * A toast about a change of tasks. It offers Undo if the change can be undone.
 *
 * @param props.id of the toast, which Undo dismisses
 */
export function UndoToast({
  id,
  onUndo,
  ...rest
}: Omit<ComponentProps<typeof ToastText>, "action"> & {
  id: string;
  onUndo: false | (() => void);
}) {
  return (
    <ToastText
      {...rest}
      action={
        onUndo && (
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              // Blurs the button before the toast closes, so that the card can take the focus.
              currentTarget.blur();
              toast.dismiss(id);
              onUndo();
            }}
          >
            Undo
          </Button>
        )
      }
    />
  );
}
