import { Search } from "lucide-react";
import { useState } from "react";
import { useDispatch } from "react-redux";
import { codeNotLoaded } from "#features/tasks/taskEvents.ts";
import { useCode } from "#lib/lazyPart.tsx";
import { useCommand } from "#lib/useCommand.ts";
import { IconButton } from "#ui/IconButton.tsx";

/** The button and the key of the command palette, whose code is loaded when it is opened. */
export function PaletteOpener() {
  const [open, setOpen] = useState(false);
  useCommand("palette", () => setOpen(true));
  return (
    <>
      <IconButton
        label="Command palette"
        icon={<Search />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      />
      {open && <LazyPalette onClose={() => setOpen(false)} />}
    </>
  );
}

function LazyPalette({ onClose }: { onClose: () => void }) {
  const dispatch = useDispatch();
  const module = useCode(
    () => import("#app/palette/CommandPalette.tsx"),
    () => {
      dispatch(codeNotLoaded("command palette"));
      onClose();
    },
  );
  return module && <module.CommandPalette onClose={onClose} />;
}
