import { toast } from "react-hot-toast/headless";
import { loadCode } from "#lib/lazyPart.tsx";

function save(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "taskdeck-bug-report.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

const loadReport = () => loadCode(() => import("./bugReport.ts"));

/**
 * Copies a bug report: the last 200 actions and the state. If the browser doesn't allow that, saves
 * it as a file.
 *
 * @param failure the error that the screen shows
 */
export async function copyBugReport(failure?: unknown, how = { withNames: false }): Promise<void> {
  const code = await loadReport().catch(() => null);
  const report = code?.makeBugReport(failure, how);
  if (!report) {
    toast.error("The bug report could not be made");
    return;
  }
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
