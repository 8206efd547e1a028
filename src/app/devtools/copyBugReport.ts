import { toast } from "react-hot-toast/headless";
import { loadCode } from "#lib/lazyPart.tsx";

/**
 * Copies a bug report: the last 200 actions and the state. If the browser doesn't allow that, saves
 * it as a file.
 *
 * @param failure the error that the screen shows
 */
export async function copyBugReport(failure?: unknown, how = { withNames: false }): Promise<void> {
  try {
    const code = await loadCode(() => import("./reportToClipboard.ts"));
    await code.reportToClipboard(failure, how);
  } catch {
    toast.error("The bug report could not be made");
  }
}
