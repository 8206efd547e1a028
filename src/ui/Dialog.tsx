import { X } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { cx } from "#lib/cx.ts";
import classes from "./Dialog.module.css";
import { IconButton } from "./IconButton.tsx";
import { addOpenDialog } from "./openDialogs.ts";

/** Where the focus goes first: where a caller says (`data-autofocus`), or to the first field. */
const FIRST_FOCUS = "[data-autofocus], input:enabled, select:enabled, textarea:enabled";

/**
 * A modal dialog, open as long as it is mounted. Escape, the backdrop and the close button call
 * `onClose`; the parent decides (it may ask first). On unmount the focus goes back to where it was.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  size = "md",
  role,
  describedBy,
}: {
  title: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | undefined;
  role?: "dialog" | "alertdialog" | undefined;
  /** The id of the text that a screen reader reads out after the title. */
  describedBy?: string | undefined;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedOnBackdrop = useRef(false);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    dialog.showModal();
    (dialog.querySelector<HTMLElement>(FIRST_FOCUS) ?? dialog).focus();
    const remove = addOpenDialog(dialog);
    return () => {
      dialog.close();
      remove();
    };
  }, []);

  useEffect(
    () => () => {
      // What opened the dialog may have gone with it (a deleted row): better the page's heading
      // than nowhere.
      const lost = !document.activeElement || document.activeElement === document.body;
      if (lost) document.querySelector<HTMLElement>("main h1")?.focus();
    },
    [],
  );

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // The browser would close the dialog on the second Escape in a row without asking anybody.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }

  function handleCancel(event: SyntheticEvent) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  }

  /** The browser closed it by itself (Android's back gesture): put it back, and ask the parent. */
  function handleClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget || event.currentTarget.open) return;
    event.currentTarget.showModal();
    onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop is part of the dialog; Escape does the same by keyboard
    <dialog
      ref={ref}
      role={role}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={cx(classes.dialog, classes[size])}
      onKeyDown={handleKeyDown}
      onCancel={handleCancel}
      onClose={handleClose}
      onPointerDown={(event) => {
        pressedOnBackdrop.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // Not when a selection of text began inside and ended on the backdrop.
        if (event.target === event.currentTarget && pressedOnBackdrop.current) onClose();
      }}
    >
      <div className={classes.panel}>
        <div className={classes.header}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          <IconButton label="Close" icon={<X />} size="sm" onClick={onClose} />
        </div>
        <div className={classes.body}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}
