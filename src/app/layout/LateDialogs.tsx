import type { ComponentType } from "react";
import { useDispatch } from "react-redux";
import { useCode } from "#lib/lazyPart.tsx";
import { codeNotLoaded } from "#sync/connection/codeNotLoaded.ts";
import { Dialog } from "#ui/dialog/Dialog.tsx";

/** A dialog whose content is loaded when it is opened. */
const lateDialog = (title: string, load: () => Promise<{ default: ComponentType }>) =>
  function LateDialog({ onClose }: { onClose: () => void }) {
    const dispatch = useDispatch();
    const module = useCode(load, () => {
      codeNotLoaded(dispatch, "dialog");
      onClose();
    });
    return (
      <Dialog title={title} size="sm" onClose={onClose}>
        {module && <module.default />}
      </Dialog>
    );
  };

/** Lists all shortcuts. */
export const HelpDialog = lateDialog(
  "Keyboard shortcuts",
  () => import(/* webpackChunkName: "help" */ "./ShortcutHelp.tsx"),
);

/** Lists the last toasts, where the server has no inbox. */
export const MessagesDialog = lateDialog(
  "Messages",
  () => import(/* webpackChunkName: "help" */ "#features/inbox/Messages.tsx"),
);
