import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { busyMsOf, type CallError, isGone, messagesOf, statusOf } from "#api/errors.ts";
import { TOO_MANY_FILES } from "#contract/file.ts";
import type { FilesResponse } from "#contract/shapes/file.ts";
import { createClientId } from "#lib/clientId.ts";
import { pauseAbout } from "#lib/pause.ts";
import { formatBytes } from "#lib/text/formatBytes.ts";
import type { ListeningStore, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { errorMeaning } from "#session/errorMeaning.ts";
import { toastSuccess } from "#ui/toasts/toastSuccess.tsx";
import { filesApi, filesTags } from "./filesApi.ts";
import { type Upload, uploadActions, type WithUploads } from "./uploadsSlice.ts";

/** Proxies usually accept a body of this size. */
const CHUNK_BYTES = 1_000_000;
/** A first chunk soon shows progress on a slow network. */
const FIRST_CHUNK_BYTES = 128_000;
/** A chunk takes about so many ms, so that the progress moves and little is lost with a connection. */
const CHUNK_MS = 1_000;
const PARALLEL_UPLOADS = 2;
const RETRY_MS = 1_000;
const RETRY_MAX_MS = 30_000;
const SETBACKS_MAX = 3;

/** The store keeps no arguments of such requests. */
const UNTRACKED = { track: false };

/** The bytes of an upload, which can't be in the store, its address, and its request under way. */
interface Source {
  file: File;
  url?: string;
  request?: Promise<unknown>;
}

const sources = new Map<string, Source>();

/** The tasks whose files are on the screen, which shows how their uploads end. */
export const shownTasks = new Set<string>();

/** Requests uploads of files. Those over a limit fail before anything is sent. */
export function addFiles(taskId: string, added: readonly File[], known: FilesResponse | undefined) {
  return (dispatch: StoreDispatch<WithUploads>, getState: () => WithUploads): void => {
    const own = getState().uploads.filter((upload) => upload.taskId === taskId);
    let room = known ? known.max_files - known.files.length - own.length : Infinity;
    for (const file of added) {
      const id = createClientId();
      sources.set(id, { file });
      room -= 1;
      const reason = obstacle(file, room, known?.max_bytes);
      const upload = { id, taskId, name: file.name, size: file.size };
      if (reason === null) dispatch(uploadActions.uploadRequested(upload));
      else dispatch(uploadActions.uploadRefused({ ...upload, reason }));
    }
  };
}

/** Why a file can't be uploaded; null if it can. */
function obstacle({ size }: File, room: number, maxBytes = Infinity): string | null {
  if (size === 0) return "The file is empty";
  if (size > maxBytes) {
    return `A file may have at most ${formatBytes(maxBytes)}, and this one has ${formatBytes(size)}`;
  }
  return room < 0 ? TOO_MANY_FILES : null;
}

type Store = ListeningStore<WithUploads>;

/** Sends the uploads, two at a time, and asks before a reload that would lose some. */
export function startUploads(startListening: StartListening<WithUploads>, store: Store): void {
  startListening({
    predicate: (_action, { uploads }, before) => uploads !== before.uploads,
    effect: () => {
      const { uploads } = store.getState();
      for (const id of sources.keys()) {
        if (!uploads.some((upload) => upload.id === id)) void forget(id, store);
      }
      const isUnderWay = uploads.some(({ phase }) => phase !== "failed");
      window[isUnderWay ? "addEventListener" : "removeEventListener"]("beforeunload", ask);
      const running = uploads.filter(({ phase }) => phase === "sending" || phase === "interrupted");
      const next = uploads.find(({ phase }) => phase === "waiting");
      if (!next || running.length >= PARALLEL_UPLOADS) return;
      store.dispatch(uploadActions.uploadStarted(next));
      void run(next, store);
    },
  });
}

const ask = (event: Event) => event.preventDefault();

/** Ends what is left of a cancelled upload, also the file that its last request may make. */
async function forget(id: string, { dispatch }: Store): Promise<void> {
  const source = sources.get(id);
  sources.delete(id);
  await source?.request;
  const url = source?.url;
  if (url !== undefined) void dispatch(filesApi.endpoints.cancelUpload.initiate(url, UNTRACKED));
}

/** The result of a request for an upload. */
interface Sent<T> {
  data?: T | undefined;
  error?: CallError;
}

/** Null if the file has changed or is gone. */
function readBytes(part: Blob): Promise<ArrayBuffer | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("loadend", () => resolve(reader.result as ArrayBuffer | null));
    reader.readAsArrayBuffer(part);
  });
}

/** Sends an upload until the task has the file, it fails or is cancelled. */
async function run({ id, taskId, name, size }: Upload, store: Store): Promise<void> {
  const { dispatch, getState, extra } = store;
  const source = sources.get(id);
  if (!source) return;
  const isWanted = () => {
    const phase = getState().uploads.find((upload) => upload.id === id)?.phase;
    return phase === "sending" || phase === "interrupted";
  };
  /** Undefined: it is not known how many bytes the server has. */
  let offset: number | undefined;
  let failures = 0;
  /** How often the server knew another offset, or the upload no longer. */
  let setbacks = 0;
  let chunk = FIRST_CHUNK_BYTES;

  async function sendNext(given: Source): Promise<Sent<number>> {
    const { file, url } = given;
    if (url === undefined) {
      const begun = await dispatch(
        filesApi.endpoints.beginUpload.initiate({ taskId, name, size }, UNTRACKED),
      );
      if (begun.data === undefined) return begun;
      Object.assign(given, { url: begun.data });
      return { data: 0 };
    }
    if (offset === undefined)
      return await dispatch(filesApi.endpoints.getOffset.initiate(url, UNTRACKED));
    const end = Math.min(offset + chunk, size);
    const bytes = await readBytes(file.slice(offset, end));
    if (!bytes) return { error: { message: "The file has changed or is gone. Choose it again." } };
    const startedAt = performance.now();
    const { error } = await dispatch(
      filesApi.endpoints.sendBytes.initiate({ url, offset, bytes }, UNTRACKED),
    );
    const ms = Math.max(performance.now() - startedAt, 1);
    chunk = Math.min(Math.max((chunk * CHUNK_MS) / ms, FIRST_CHUNK_BYTES / 4), CHUNK_BYTES) | 0;
    return error ? { error } : { data: end };
  }

  while (isWanted()) {
    const request = sendNext(source);
    source.request = request;
    const { data, error } = await request;
    if (!isWanted()) return;
    if (!error) {
      offset = data ?? 0;
      failures = 0;
      dispatch(uploadActions.bytesArrived({ id, sent: offset }));
      if (offset < size) continue;
      // The server has attached it, so there is nothing to cancel.
      delete source.url;
      dispatch(uploadActions.uploadEnded({ id }));
      dispatch(api.util.invalidateTags([...filesTags(taskId)]));
      if (!shownTasks.has(taskId)) toastSuccess("File added");
      return;
    }
    const isSetback = source.url !== undefined && (isGone(error) || statusOf(error) === 409);
    if (isSetback && setbacks < SETBACKS_MAX) {
      setbacks += 1;
      if (isGone(error)) delete source.url;
      offset = undefined;
      continue;
    }
    if (errorMeaning(error, extra) === "refused") return fail(error);
    offset = undefined;
    failures += 1;
    dispatch(uploadActions.uploadInterrupted({ id }));
    const backoffMs = Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MAX_MS);
    await pauseAbout(Math.max(backoffMs, busyMsOf(error) ?? 0));
  }

  function fail(error: CallError): void {
    delete source?.url;
    const [text = ""] = messagesOf(error, "The server has refused it");
    const reason = error && "message" in error ? error.message : text;
    dispatch(uploadActions.uploadFailed({ id, reason }));
    if (!shownTasks.has(taskId)) toast.error(`“${name}” was not added: ${reason}`);
  }
}
