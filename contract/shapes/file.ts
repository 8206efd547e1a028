import { count, id, instant, listOf, named, nullable, object, type TypeOf, text } from "./shape.ts";

/** A file of a task. */
export const TaskFile = named(
  "TaskFile",
  object({
    id,
    name: text,
    alt: { ...text, description: "What an image shows, for those who don't see it." },
    type: { ...text, description: "The media type that its bytes tell." },
    size: { ...count, description: "Bytes." },
    sha256: text,
    created_at: instant,
    user_id: nullable(id),
    user_name: text,
  }),
);
export type TaskFile = TypeOf<typeof TaskFile>;

export const FileResponse = object({ file: TaskFile });
export type FileResponse = TypeOf<typeof FileResponse>;

/** GET /api/tasks/{id}/files, beyond §7: the oldest first, and the limits of an upload. */
export const FilesResponse = object({
  files: listOf(TaskFile),
  max_bytes: { ...count, description: "The maximum size of a file." },
  max_files: { ...count, description: "The maximum number of files of a task." },
});
export type FilesResponse = TypeOf<typeof FilesResponse>;

/** POST and GET /api/tasks/{id}/uploads. */
export const UploadResponse = object({
  upload: object({
    url: { ...text, description: "Where the user who has begun it sends the bytes." },
    offset: { ...count, description: "The number of bytes that have arrived." },
    size: { ...count, description: "The number of bytes of the file." },
  }),
});
export type UploadResponse = TypeOf<typeof UploadResponse>;

/** GET /api/tasks/{id}/files/{fileId}/address. */
export const FileAddressResponse = object({
  url: { ...text, description: "Where this session can read the file without a token." },
  expires_at: instant,
});
export type FileAddressResponse = TypeOf<typeof FileAddressResponse>;

/** The bytes of a file. */
export const bytes = text;
