import { ListFilter } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { SMALL_WINDOW, useMedia } from "#lib/useMedia.ts";
import { Button } from "#ui/button/Button.tsx";
import { FilterPopover } from "./FilterPopover.tsx";

/**
 * The filters of a screen: beside each other, or on a phone in a sheet that a button opens.
 *
 * @param props.count the number of filters that are set
 */
export function FiltersInSheet({ count, children }: { count: number; children: ReactNode }) {
  const isSmall = useMedia(SMALL_WINDOW);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isSmall) return children;
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        icon={<ListFilter />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {`Filters${count > 0 ? ` (${count})` : ""}`}
      </Button>
      {isOpen && (
        <FilterPopover label="Filters" anchor={button} onClose={() => setOpen(false)}>
          {children}
        </FilterPopover>
      )}
    </>
  );
}
