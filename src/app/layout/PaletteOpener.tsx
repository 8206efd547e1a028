import { Search } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import type { PaletteStart } from "#app/palette/CommandPalette.tsx";
import { SLOT } from "#features/dragging/slots.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { useCode } from "#lib/lazyPart.tsx";
import { codeNotLoaded } from "#sync/connection/codeNotLoaded.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { Dialog } from "#ui/dialog/Dialog.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import classes from "./TopBar.module.css";

const LABEL = "Search tasks, people, teams and commands";

/** The button and the key of the command palette, whose code is loaded when it is opened. */
export function PaletteOpener() {
  const [opened, setOpened] = useState<PaletteStart | null>(null);
  const open = () => setOpened({ onCard: document.activeElement?.closest(SLOT) != null });
  useCommand("palette", open);
  useCommand("goViews", () => setOpened({ only: "Views" }));
  return (
    <>
      <IconButton
        label="Command palette"
        keys="Ctrl K"
        aria-keyshortcuts="Control+K Meta+K"
        icon={<Search />}
        className={classes.palette}
        onClick={open}
      />
      {opened && <PaletteDialog {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Takes the keys at once: before the code has loaded, they would be commands of the page. */
function PaletteDialog({ onClose, ...opened }: PaletteStart & { onClose: () => void }) {
  const [text, setText] = useState("");
  const dispatch = useDispatch();
  const module = useCode(
    () => import(/* webpackChunkName: "palette" */ "#app/palette/CommandPalette.tsx"),
    () => {
      codeNotLoaded(dispatch, "command palette");
      onClose();
    },
  );
  const field = { "aria-label": LABEL, placeholder: LABEL };
  return (
    <Dialog title="Command palette" size="lg" onClose={onClose}>
      {module ? (
        <module.CommandPalette {...opened} field={field} typed={text} onClose={onClose} />
      ) : (
        <TextInput {...field} value={text} onChange={(event) => setText(event.target.value)} />
      )}
    </Dialog>
  );
}
