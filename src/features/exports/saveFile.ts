/** The time in ms that the browser has to begin saving a file. */
const RELEASE_AFTER_MS = 60_000;

/** The name of a response's file, which another origin may hide. */
function nameOf({ headers }: Response): string {
  const header = headers.get("content-disposition") ?? "";
  return /filename="([\w.-]+)"/.exec(header)?.[1] ?? "taskdeck";
}

/**
 * Saves a response as a file, so that its content stays out of the store. Reads a failure as JSON.
 * Rejects if the response breaks off, so that a partial file is never saved. Until the response is
 * complete, the browser may keep a large file on disk.
 */
export async function saveFile(response: Response): Promise<unknown> {
  if (!response.ok) return (await response.json()) as unknown;
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = nameOf(response);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
  return null;
}
