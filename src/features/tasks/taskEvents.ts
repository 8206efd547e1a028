import { createAction } from "@reduxjs/toolkit";

/** Code that is loaded on demand could not be loaded. The payload names what the user wanted to open. */
export const codeNotLoaded = createAction<"form" | "command palette" | "inbox">(
  "tasks/codeNotLoaded",
);
