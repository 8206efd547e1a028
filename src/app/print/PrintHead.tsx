import { useLocation } from "react-router-dom";
import { useCommand } from "#lib/commands/useCommand.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { usePrinting } from "#lib/printing.ts";
import "./print.css";
import { printPage } from "./printPage.ts";

/** The filters of the screen, as its chips say them. A screen behind a panel isn't printed. */
function filterTexts(): string[] {
  const chips = document.querySelectorAll("#content [aria-label='Filters'] button");
  return Array.from(chips)
    .filter((chip) => !chip.closest("[inert]"))
    .map(({ textContent }) => textContent.replace("Remove filter: ", ""));
}

const now = () => formatInstantFull(new Date().toISOString());

/** The first line on paper: when it was printed, and which filters the screen has. Binds the command. */
export function PrintHead() {
  useCommand("print", () => void printPage());
  const { search } = useLocation();
  if (!usePrinting()) return null;
  const words = new URLSearchParams(search).get("search");
  const filters = [...(words ? [`“${words}”`] : []), ...filterTexts()];
  return (
    <p data-print-head="">
      Taskdeck · {now()}
      {filters.length > 0 && ` · Filters: ${filters.join(", ")}`}
    </p>
  );
}
