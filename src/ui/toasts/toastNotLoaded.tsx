import { toast } from "react-hot-toast/headless";
import { BASE_PATH } from "#lib/address/basePath.ts";
import { buildId } from "#lib/buildId.ts";
import { Button } from "#ui/button/Button.tsx";
import { ToastText } from "./ToastText.tsx";

const CHECK_TIMEOUT_MS = 3_000;

/** Whether the server has another build than this page, so it may lack the page's files. */
async function isOutdated(): Promise<boolean> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const response = await fetch(BASE_PATH, { cache: "no-store", signal });
  const [, build] = /name="build" content="([^"]+)"/.exec(await response.text()) ?? [];
  return build !== undefined && build !== buildId();
}

/**
 * Says that code could not be loaded. If a new version is out, offers the reload; otherwise the
 * connection is gone.
 *
 * @param what failed, as a sentence
 */
export async function toastNotLoaded(what: string): Promise<void> {
  const isOld = await isOutdated().catch(() => false);
  const text = isOld
    ? "A new version of Taskdeck is out. Reload to go on."
    : "Check your connection, then try again.";
  const reload = (
    <Button size="sm" onClick={() => window.location.reload()}>
      Reload
    </Button>
  );
  const id = "code-not-loaded";
  toast.error(<ToastText text={`${what} ${text}`} action={isOld && reload} />, { id });
}
