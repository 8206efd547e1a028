import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { transition } from "#lib/machine.ts";
import { type UploadEvent, type UploadPhase, uploadTable } from "./uploadMachine.ts";

/** A file that the user adds to a task. Its bytes are not in the store. */
export interface Upload {
  id: string;
  taskId: string;
  name: string;
  size: number;
  phase: Exclude<UploadPhase, "gone">;
  /** The number of bytes that the server has. */
  sent: number;
  /** Why it failed. */
  reason: string;
  /** Another attempt would fail too. */
  isFinal: boolean;
}

export interface WithUploads {
  uploads: Upload[];
}

type Named = Pick<Upload, "id">;

type Requested = Pick<Upload, "id" | "taskId" | "name" | "size">;

function add(uploads: Upload[], upload: Upload): void {
  if (!uploads.some(({ id }) => id === upload.id)) uploads.push(upload);
}

/** Enters the next phase of the table, if there is one. */
function step(
  uploads: Upload[],
  { id }: Named,
  event: UploadEvent,
  change?: Partial<Upload>,
): void {
  const index = uploads.findIndex((upload) => upload.id === id);
  const upload = uploads[index];
  const phase = upload && transition(uploadTable, upload.phase, event);
  if (phase === "gone") uploads.splice(index, 1);
  else if (phase) Object.assign(upload, change, { phase });
}

/** The uploads of the user, in the order in which they are sent. */
export const uploadsSlice = createSlice({
  name: "uploads",
  initialState: (): Upload[] => [],
  reducers: {
    uploadRequested: (state, { payload }: PayloadAction<Requested>) =>
      add(state, { ...payload, phase: "waiting", sent: 0, reason: "", isFinal: false }),
    uploadRefused: (state, { payload }: PayloadAction<Requested & Pick<Upload, "reason">>) =>
      add(state, { ...payload, phase: "failed", sent: 0, isFinal: true }),
    uploadStarted: (state, { payload }: PayloadAction<Named>) =>
      step(state, payload, "uploadStarted"),
    bytesArrived: (state, { payload }: PayloadAction<Named & Pick<Upload, "sent">>) =>
      step(state, payload, "bytesArrived", { sent: payload.sent }),
    uploadInterrupted: (state, { payload }: PayloadAction<Named>) =>
      step(state, payload, "uploadInterrupted"),
    uploadFailed: (state, { payload }: PayloadAction<Named & Pick<Upload, "reason">>) =>
      step(state, payload, "uploadFailed", payload),
    uploadRetried: (state, { payload }: PayloadAction<Named>) =>
      step(state, payload, "uploadRetried", { reason: "" }),
    uploadEnded: (state, { payload }: PayloadAction<Named>) => step(state, payload, "uploadEnded"),
    uploadCancelled: (state, { payload }: PayloadAction<Named>) =>
      step(state, payload, "uploadCancelled"),
  },
  extraReducers: (builder) => {
    // Another user's session must not go on with them.
    builder.addCase(api.util.resetApiState, (state) => {
      for (let [first] = state; first; [first] = state) step(state, first, "userLeft");
    });
  },
});

export const uploadActions = uploadsSlice.actions;
