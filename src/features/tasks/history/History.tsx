import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useSelector } from "react-redux";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Button } from "#ui/button/Button.tsx";
import classes from "./History.module.css";
import { HistoryList } from "./HistoryList.tsx";

/** The changes of a task, with their authors and times. They are fetched when the user opens it. */
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
        >
          History
        </Button>
      </h2>
      {isOpen && <HistoryList taskId={taskId} />}
    </section>
  );
}
