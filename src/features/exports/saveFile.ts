/** How long the browser may take to begin to save a file. */
const RELEASE_AFTER_MS = 60_000;

/** The name of a response's file, which another origin may hide. */
function nameOf({ headers }: Response): string {
  const header = headers.get("content-disposition") ?? "";
  return /filename="([\w.-]+)"/.exec(header)?.[1] ?? "taskdeck";
}

/**
 * Handles a response by saving it as a file, which stays out of the store; reads a failure as JSON.
 * Rejects if the response breaks off, so that a partial file is never saved. Until the end the
 * browser keeps a large file on disk.
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
