import { ChevronRight } from "lucide-react";
import { Suspense, useState } from "react";
import { useSelector } from "react-redux";
import { lazyPart } from "#lib/lazyPart.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Button } from "#ui/Button.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import classes from "./History.module.css";

const HistoryList = lazyPart(
  async () => await import(/* webpackChunkName: "history" */ "./HistoryList.tsx"),
);

/** The changes of a task, with their authors and times. Code and data load when the user opens it. */
export function History({ taskId }: { taskId: string }) {
  const hasExtensions = useSelector(selectHasExtensions);
  const [isOpen, setOpen] = useState(false);
  if (!hasExtensions) return null;
  return (
    <section aria-labelledby="history-heading" className={classes.history}>
      <h2 id="history-heading" className={classes.heading}>
        <Button
          variant="ghost"
          icon={<ChevronRight className={isOpen ? classes.opened : undefined} />}
          aria-expanded={isOpen}
          className={classes.toggle}
          onClick={() => setOpen(!isOpen)}
          onPointerEnter={() => void HistoryList.preload().catch(() => undefined)}
        >
          History
        </Button>
      </h2>
      {isOpen && (
        <Suspense fallback={<Skeleton className={classes.placeholder} />}>
          <HistoryList taskId={taskId} />
        </Suspense>
      )}
    </section>
  );
}
