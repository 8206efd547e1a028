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
  // A proxy's page, which the base query refuses.
  if (response.headers.get("content-type")?.startsWith("text/html")) return await response.text();
  save(await response.blob(), nameOf(response));
  return null;
}

/** Saves a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  save(new Blob([text], { type }), name);
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}
