import { createAction } from "@reduxjs/toolkit";

/** The code of the form for a task could not be fetched. */
export const formNotLoaded = createAction("tasks/formNotLoaded");
