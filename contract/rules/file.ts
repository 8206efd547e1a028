import { object } from "yup";
import { FILE_ALT_MAX, FILE_NAME_MAX } from "../file.ts";
import { anyField, atMost, requiredText, trimmedText } from "./common.ts";

const alt = trimmedText("Alternative text must be text", atMost("Alternative text", FILE_ALT_MAX));

/** Query of POST /api/tasks/{id}/files. In a multipart body the part has the name. */
export const fileUploadRule = object({
  name: trimmedText("File name must be text", atMost("File name", FILE_NAME_MAX)),
  alt,
});

/** Body of PATCH /api/tasks/{id}/files/{fileId}. */
export const filePatchRule = object({
  name: requiredText("File name is required", "File name", FILE_NAME_MAX).optional(),
  alt,
}).test(anyField("Nothing to change"));

/** Query of an upload that can be resumed. A name of the maximum length makes a long key. */
export const uploadKeyRule = object({
  key: trimmedText("Key must be text", atMost("Key", 4_000)),
});

/** Query of GET /api/files. */
export const fileAddressRule = object({
  key: trimmedText("Key must be text", atMost("Key", 500)).required("Key is required"),
});
