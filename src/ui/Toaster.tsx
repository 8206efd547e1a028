import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import {
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
import { IconButton } from "./IconButton.tsx";
import { onDialogsChange, topDialog } from "./openDialogs.ts";
import classes from "./Toaster.module.css";

/** How long a toast stays, in ms (§9); reading takes as long as the pointer or the focus is on it. */
const DURATION = 3000;

const NONE: Toast[] = [];

const OPTIONS = { duration: DURATION, removeDelay: 200 };

const ICONS = {
  success: <CircleCheck className={classes.success} />,
  error: <CircleAlert className={classes.error} />,
  loading: <Info className={classes.info} />,
  blank: <Info className={classes.info} />,
  custom: null,
};

/**
 * Shows what `toast()` of "react-hot-toast/headless" says, top right. A modal dialog makes all
 * that is outside it inert, to screen readers too: while one is open, the toasts are inside it.
 */
export function Toaster() {
  const { toasts: list, handlers } = useToaster(OPTIONS);
  const dialog = useSyncExternalStore(onDialogsChange, topDialog);
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
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  // Screen readers announce what comes into a region that is already there: so it starts empty.
  const shown = useDeferredValue(list, NONE);
  useLayoutEffect(() => {
    // The top layer: above everything, also above a dialog's own scrolling and clipping.
    ref.current?.showPopover?.();
  }, []);
  useEffect(() => {
    // A toast that goes takes the focus along, and no event says so.
    if (!ref.current?.contains(document.activeElement)) setFocused(false);
  }, [shown]);
  const isRead = (isPointed || isFocused) && shown.length > 0;
  const hold = useEffectEvent(onHold);
  const release = useEffectEvent(onRelease);
  useEffect(() => {
    if (!isRead) return undefined;
    hold();
    return () => release();
  }, [isRead]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only holds the clock while someone reads
    <section
      ref={ref}
      popover="manual"
      aria-label="Notifications"
      className={classes.region}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div aria-live="polite" aria-relevant="additions text" className={classes.list}>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  return (
    <div
      role={toast.type === "error" ? "alert" : undefined}
      className={cx(classes.toast, !toast.visible && classes.leaving)}
    >
      {toast.icon ?? ICONS[toast.type]}
      <div className={classes.message}>{resolveValue(toast.message, toast)}</div>
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
