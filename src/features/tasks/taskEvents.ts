import { createAction } from "@reduxjs/toolkit";

/** The code of the task form could not be loaded. */
export const formNotLoaded = createAction("tasks/formNotLoaded");
