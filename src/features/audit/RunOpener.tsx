import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { AuditEntry } from "#contract/audit.ts";
import { RunItems } from "#features/runs/RunItems.tsx";
import type { RunItem } from "#features/runs/runsApi.ts";
import { paths, withFilters } from "#lib/address/paths.ts";
import { Button } from "#ui/button/Button.tsx";
import classes from "./AuditPage.module.css";

/** The user of an item in the list of users. */
function linkTo(item: RunItem) {
  if (!("user" in item)) return undefined;
  const { name, email } = item.user;
  const to = withFilters(paths.users, { search: email || name });
  return { to, title: `${name} in the list of users` };
}

/** Opens the entry of a bulk action into its users. */
export function RunOpener({
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
          <RunItems
            run={{ kind: "user", id: subject.id }}
            linkTo={run === "delete" ? undefined : linkTo}
          />
        </div>
      )}
    </>
  );
}
