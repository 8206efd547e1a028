import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { Brand } from "#ui/badges/Brand.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { addOpenDialog } from "#ui/toasts/openDialogs.ts";
import classes from "./Drawer.module.css";

/**
 * The side menu on a phone: a modal panel from the left, open as long as it is mounted. It closes on
 * Escape, a link, a click outside, the close button and a wider window. The focus returns to the button.
 */
export function Drawer({
  id,
  onClose,
  children,
}: {
  id: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    dialog.showModal();
    const remove = addOpenDialog(dialog);
    return () => {
      dialog.close();
      remove();
    };
  }, []);

  useLayoutEffect(() => {
    // Must agree with AppLayout.module.css.
    const wide = window.matchMedia("(min-width: 52.0625rem) and (min-height: 30.0625rem)");
    wide.addEventListener("change", onClose);
    return () => wide.removeEventListener("change", onClose);
  }, [onClose]);

  function handleClick({ target, currentTarget }: MouseEvent) {
    const outside = target === currentTarget;
    // A link to the current page closes the drawer too.
    if (outside || (target as Element).closest("a")) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the backdrop is part of the dialog; Escape does the same by keyboard
    <dialog
      ref={ref}
      id={id}
      aria-label="Menu"
      className={classes.drawer}
      onClose={onClose}
      onClick={handleClick}
    >
      <div className={classes.panel}>
        <div className={classes.head}>
          <IconButton label="Close menu" icon={<X />} onClick={onClose} />
          <Brand />
        </div>
        {children}
      </div>
    </dialog>
  );
}
