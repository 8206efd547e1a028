import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { AuditEntry } from "#contract/audit.ts";
import { RunItems } from "#features/users/runs/RunItems.tsx";
import { Button } from "#ui/Button.tsx";
import classes from "./AuditPage.module.css";

/** Opens the entry of a bulk action into its users. */
export default function RunOpener({
  entry: {
    subject,
    details: { run },
  },
}: {
  entry: AuditEntry;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<ChevronRight />}
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Results
        <span className="visually-hidden"> of the bulk action</span>
      </Button>
      {isOpen && (
        <div id={id}>
          <RunItems runId={subject.id} hasLinks={run !== "delete"} />
        </div>
      )}
    </>
  );
}
