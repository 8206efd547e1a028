import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import {
  type CSSProperties,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { resolveValue, type Toast, toast as toasts, useToaster } from "react-hot-toast/headless";
import { cx } from "#lib/cx.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { toastClosed } from "./mergedToast.ts";
import { onDialogsChange, topDialog } from "./openDialogs.ts";
import { keepMessage } from "./recentMessages.ts";
import classes from "./Toaster.module.css";
import { onTakenChange, takenPx } from "./toastRoom.ts";

/** The time in ms that a toast stays (§9). It stays longer while it has the pointer or the focus. */
const DURATION_MS = 3000;

/** Toasts that stay unfolded: the newest one, and as many errors. */
const MAX_UNFOLDED = 3;

const NONE: Toast[] = [];

const OPTIONS = { duration: DURATION_MS, removeDelay: 200 };

const ICONS = {
  success: <CircleCheck className={classes.success} />,
  error: <CircleAlert className={classes.error} />,
  loading: <Info className={classes.info} />,
  blank: <Info className={classes.info} />,
  custom: null,
};

/**
 * Shows the toasts of "react-hot-toast/headless", top right in the free room of the top bar, under which
 * the page scrolls. Each is one line, on a phone two, until it is read. A modal dialog makes everything
 * outside it inert, so the toasts are rendered inside an open dialog.
 */
export function Toaster() {
  const { toasts: list, handlers } = useToaster(OPTIONS);
  const dialog = useSyncExternalStore(onDialogsChange, topDialog);
  useEffect(() => {
    for (const { id, visible } of list) if (!visible) toastClosed(id);
  }, [list]);
  useEffect(() => () => toastClosed(null), []);
  return createPortal(
    <ToastRegion list={list} onHold={handlers.startPause} onRelease={handlers.endPause} />,
    dialog ?? document.body,
  );
}

function ToastRegion({
  list,
  onHold,
  onRelease,
}: {
  list: Toast[];
  onHold: () => void;
  onRelease: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const taken = useSyncExternalStore(onTakenChange, takenPx);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  /** The element that had the focus before the toasts. */
  const cameFrom = useRef<EventTarget>(null);
  // Screen readers announce only changes of a live region, so it starts empty.
  const shown = useDeferredValue(list, NONE);
  useLayoutEffect(() => {
    // In the top layer no dialog scrolls or clips it.
    ref.current?.showPopover?.();
  }, []);
  useEffect(() => {
    // A removed toast that had the focus fires no blur event.
    if (!isFocused || ref.current?.contains(document.activeElement)) return;
    setFocused(false);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  }, [shown, isFocused]);
  const isRead = (isPointed || isFocused) && shown.length > 0;
  const hold = useEffectEvent(onHold);
  const release = useEffectEvent(onRelease);
  useEffect(() => {
    if (!isPointed) return undefined;
    // A finger taps the toasts to read them, and leaves them by a tap beside them.
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !ref.current?.contains(target)) setPointed(false);
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [isPointed]);
  if (isPointed && shown.length === 0) setPointed(false);
  useEffect(() => {
    if (!isRead) return undefined;
    hold();
    return () => release();
  }, [isRead]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only stops the timer while the user reads
    <section
      ref={ref}
      popover="manual"
      aria-label="Notifications"
      className={cx(classes.region, isRead && classes.unfolded)}
      style={{ "--taken": `${taken}px` } as CSSProperties}
      onPointerEnter={({ pointerType }) => setPointed(pointerType !== "touch")}
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && setPointed(false)}
      onPointerDown={({ pointerType, target }) => {
        if (pointerType === "touch") setPointed(!(target as Element).closest("button, a"));
      }}
      onFocus={({ relatedTarget }) => {
        if (!isFocused) cameFrom.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <ToastList list={shown} />
    </section>
  );
}

/**
 * Errors are alerts, outside the polite live region: screen readers would announce a nested alert
 * twice.
 */
function ToastList({ list }: { list: Toast[] }) {
  const errors = list.filter(isError);
  const others = list.filter((toast) => !isError(toast));
  const folded = [...errors, ...others].filter((toast) => isFolded(toast, list.indexOf(toast)));
  const card = (toast: Toast) => (
    <ToastCard key={toast.id} toast={toast} depth={folded.indexOf(toast) + 1} />
  );
  return (
    <div className={classes.list}>
      <div className={classes.group}>{errors.map(card)}</div>
      <div aria-live="polite" aria-relevant="additions text" className={classes.group}>
        {others.map(card)}
      </div>
    </div>
  );
}

const isError = ({ type }: Toast): boolean => type === "error";

/**
 * Older toasts are folded behind the newest one until the pointer or the focus is on the toasts, so
 * that they cover little of the page.
 */
function isFolded(toast: Toast, index: number): boolean {
  return index > 0 && (!isError(toast) || index >= MAX_UNFOLDED);
}

/** How a toast looks by its place among the folded ones: of many, two edges show. */
const FOLDS = [undefined, classes.folded, cx(classes.folded, classes.second)];
const HIDDEN_FOLD = cx(classes.folded, classes.hidden);

/** The texts of a toast without its buttons. */
function textOf(message: Element): string {
  const lines = [...message.querySelectorAll("p")].map((line) => line.textContent);
  return lines.length > 0 ? lines.join(": ") : message.textContent;
}

/** Whether an alert of the page has the same text, which screen readers would say twice. */
function isOnPage(message: Toast["message"]): boolean {
  const alerts = [...document.querySelectorAll("main [role='alert']")];
  return typeof message === "string" && alerts.some((it) => it.textContent.startsWith(message));
}

/** `depth`: its place among the folded toasts, from 1; 0 if it is not folded. */
function ToastCard({ toast, depth }: { toast: Toast; depth: number }) {
  const message = useRef<HTMLDivElement>(null);
  const { id, type, createdAt } = toast;
  const [isAlert] = useState(() => isError(toast) && !isOnPage(toast.message));
  useEffect(() => {
    const text = message.current && textOf(message.current);
    if (text) keepMessage({ id, text, isError: type === "error", at: new Date(createdAt) });
  });
  return (
    <div
      // Orca announces an alert only if it is the element that appears, not one inside.
      role={isAlert ? "alert" : undefined}
      // For developers: a failed move's toast has the id of its request.
      data-toast={toast.id}
      className={cx(
        classes.toast,
        depth < FOLDS.length ? FOLDS[depth] : HIDDEN_FOLD,
        !toast.visible && classes.leaving,
      )}
    >
      {toast.icon ?? ICONS[toast.type]}
      <div ref={message} className={classes.message}>
        {resolveValue(toast.message, toast)}
      </div>
      <IconButton
        label="Dismiss"
        icon={<X />}
        size="sm"
        className={classes.dismiss}
        onClick={() => toasts.dismiss(toast.id)}
      />
    </div>
  );
}
