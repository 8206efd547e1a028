import { toast } from "react-hot-toast/headless";
import { makeBugReport } from "./bugReport.ts";

function save(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "taskdeck-bug-report.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Copies a bug report. If the browser doesn't allow that, saves it as a file. */
export async function reportToClipboard(
  failure: unknown,
  how: { withNames: boolean },
): Promise<void> {
  const report = makeBugReport(failure, how);
  if (!report) throw new Error("No action has been logged");
  const text = JSON.stringify(report);
  const content = how.withNames
    ? "It has titles, texts, names and addresses, but no passwords."
    : "It has titles and texts, but no passwords; names and addresses are replaced.";
  try {
    // Without a secure context there is no clipboard.
    await navigator.clipboard.writeText(text);
    toast.success(`Bug report copied. ${content}`);
  } catch {
    save(text);
    toast.success(`Bug report saved. ${content}`);
  }
}
