/** How long the browser may take to begin to save a file. */
const RELEASE_AFTER_MS = 60_000;

/** The name of a response's file, which another origin may hide. */
function nameOf({ headers }: Response): string {
  const header = headers.get("content-disposition") ?? "";
  return /filename="([\w.-]+)"/.exec(header)?.[1] ?? "taskdeck";
}

/**
 * Saves a response as a file. Rejects if it breaks off, so that no part is taken for the whole. The
 * browser keeps a large file on disk until then.
 */
export async function saveFile(response: Response): Promise<void> {
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = nameOf(response);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
