import type * as formRules from "./formRules.ts";

/** The rules of all forms. */
export type FormRules = typeof formRules;

/** Loads the rules of all forms. They come late, because Yup has 11 kB and no page needs it to show. */
export const loadFormRules = (): Promise<FormRules> =>
  import(/* webpackChunkName: "formRules" */ "./formRules.ts");
