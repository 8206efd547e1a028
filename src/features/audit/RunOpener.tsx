import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { AuditEntry } from "#contract/shapes/audit.ts";
import { RunItems } from "#features/runs/RunItems.tsx";
import type { RunItem, RunKind } from "#features/runs/runsApi.ts";
import { paths, withFilters } from "#lib/address/paths.ts";
import { Button, LinkButton } from "#ui/button/Button.tsx";
import classes from "./AuditPage.module.css";
import { RestoreTask } from "./RestoreTask.tsx";

/** The address of an item's user or task. */
function linkTo(item: RunItem) {
  if ("task" in item) {
    const { id, title } = item.task;
    return { to: paths.task(id), title };
  }
  const { name, email } = item.user;
  const to = withFilters(paths.users, { search: email || name });
  return { to, title: `${name} in the list of users` };
}

/** Opens the entry of a bulk action into its users or tasks, and leads to the result of an import. */
export function RunOpener({
  bulk: { kind, id },
  isDeletion,
}: {
  bulk: NonNullable<AuditEntry["bulk"]>;
  isDeletion: boolean;
}) {
  if (kind !== "import") return <Items run={{ kind, id }} isDeletion={isDeletion} />;
  return (
    <LinkButton
      size="sm"
      variant="ghost"
      className={classes.opener}
      to={withFilters(paths.import, { id })}
    >
      Results
      <span className="visually-hidden"> of the import</span>
    </LinkButton>
  );
}

function RestoreItem({ item, onDone }: { item: RunItem; onDone: () => void }) {
  if (!("task" in item) || !item.restorable) return null;
  return <RestoreTask task={{ id: item.task.id, name: item.task.title }} onRestored={onDone} />;
}

function Items({ run, isDeletion }: { run: { kind: RunKind; id: string }; isDeletion: boolean }) {
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
          <RunItems
            run={run}
            canUndo
            linkTo={isDeletion ? undefined : linkTo}
            Action={RestoreItem}
          />
        </div>
      )}
    </>
  );
}
