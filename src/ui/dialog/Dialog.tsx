import { X } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cx } from "#lib/cx.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { addOpenDialog, topDialog } from "#ui/toasts/openDialogs.ts";
import classes from "./Dialog.module.css";

/** The first focus goes to a `data-autofocus` element, or else to the first field. */
const FIRST_FOCUS = [
  "[data-autofocus]",
  "input:enabled, select:enabled, textarea:enabled, [role='combobox']",
];

/**
 * Opens a dialog while it is mounted. On unmount the browser gives the focus back.
 *
 * @param openedBy finds the opener if the element that had the focus was removed, as a menu's option is
 */
function useModal(openedBy: (() => HTMLElement | null) | undefined) {
  const ref = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  const findOpener = useEffectEvent(() => openedBy?.() ?? document.activeElement);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    opener.current = findOpener();
    if (topDialog()) dialog.dataset["second"] = "";
    dialog.showModal();
    const [first = dialog] = FIRST_FOCUS.flatMap(
      (selector) => dialog.querySelector<HTMLElement>(selector) ?? [],
    );
    first.focus();
    const remove = addOpenDialog(dialog);
    return () => {
      dialog.close();
      remove();
    };
  }, []);

  useEffect(
    () => () => {
      const isLost = () => !document.activeElement || document.activeElement === document.body;
      // While a question about the dialog closes with it, the browser can't focus the opener.
      if (isLost() && opener.current instanceof HTMLElement) opener.current.focus();
      // The opener may be removed, for example with a deleted row.
      if (isLost()) document.querySelector<HTMLElement>("main h1")?.focus();
    },
    [],
  );

  return ref;
}

/** A page key scrolls by this share of what is visible. */
const PAGE_SHARE = 0.85;

/**
 * Scrolls the dialog's body, or in a low window its whole panel, by a page key, also if the focus is on
 * the dialog or its buttons.
 */
function scrolls({ key, target }: KeyboardEvent, body: HTMLElement | null): boolean {
  const panel = body?.parentElement;
  if (!panel || (key !== "PageDown" && key !== "PageUp")) return false;
  const scroller = panel.scrollHeight > panel.clientHeight ? panel : body;
  // There the browser scrolls, a field of several lines for example.
  if (target !== scroller && scroller.contains(target as Node)) return false;
  scroller.scrollBy({ top: scroller.clientHeight * PAGE_SHARE * (key === "PageDown" ? 1 : -1) });
  return true;
}

/** What closes a dialog: Escape, the backdrop, the browser. Page keys scroll it. */
function useCloseRequests(
  body: RefObject<HTMLDivElement | null>,
  onClose: () => void,
): ComponentProps<"dialog"> {
  const pressedOnBackdrop = useRef(false);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented) return;
    if (scrolls(event, body.current)) return event.preventDefault();
    if (event.key !== "Escape") return;
    // On a second Escape in a row the browser would close the dialog without a `cancel` event.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }

  function handleCancel(event: SyntheticEvent) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  }

  /** Android's back gesture closes the dialog. It is opened again, and the parent decides. */
  function handleClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget || event.currentTarget.open) return;
    event.currentTarget.showModal();
    onClose();
  }

  return {
    onKeyDown: handleKeyDown,
    onCancel: handleCancel,
    onClose: handleClose,
    onPointerDown(event) {
      pressedOnBackdrop.current = event.target === event.currentTarget;
    },
    onClick(event) {
      // A selection of text that ends on the backdrop must not close the dialog.
      if (event.target === event.currentTarget && pressedOnBackdrop.current) onClose();
    },
  };
}

/**
 * A modal dialog, open while it is mounted. Escape, the backdrop and the close button call
 * `onClose`. The parent closes it by unmounting it, and may ask the user first.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  size = "md",
  role,
  describedBy,
  openedBy,
}: {
  title: ReactNode;
  onClose: () => void;
  children?: ReactNode;
  footer?: ReactNode;
  /** `corner`: below the buttons of the top bar, as a menu would be. */
  size?: "sm" | "md" | "lg" | "corner" | undefined;
  role?: "dialog" | "alertdialog" | undefined;
  /** The id of the text that screen readers announce after the title. */
  describedBy?: string | undefined;
  /** Finds what takes the focus afterwards, if the element that had it is removed with a picker. */
  openedBy?: (() => HTMLElement | null) | undefined;
}) {
  const ref = useModal(openedBy);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop is part of the dialog; Escape does the same by keyboard
    <dialog
      ref={ref}
      role={role}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={cx(classes.dialog, classes[size])}
      data-corner={size === "corner" ? "" : undefined}
      {...useCloseRequests(body, onClose)}
    >
      <div className={classes.panel}>
        <Header id={titleId} title={title} onClose={onClose} />
        <Body ref={body} titleId={titleId}>
          {children}
        </Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}

/** It takes the focus while it scrolls, so that the arrow keys scroll it. */
function Body({
  ref,
  titleId,
  children,
}: {
  ref: RefObject<HTMLDivElement | null>;
  titleId: string;
  children: ReactNode;
}) {
  const focusable = useOverflows(ref) && { tabIndex: 0, role: "group", "aria-labelledby": titleId };
  return (
    <div ref={ref} className={classes.body} {...focusable}>
      <div>{children}</div>
    </div>
  );
}

function Header({ id, title, onClose }: { id: string; title: ReactNode; onClose: () => void }) {
  return (
    <div className={classes.header}>
      <h2 id={id} dir="auto" className={classes.title}>
        {title}
      </h2>
      <IconButton label="Close" icon={<X />} size="sm" onClick={onClose} />
    </div>
  );
}

/** Whether an element scrolls because its content, a single child, is higher than itself. */
function useOverflows(ref: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollHeight > element.clientHeight),
    );
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, [ref]);
  return overflows;
}
