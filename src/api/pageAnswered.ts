/** The type of the event, without Redux Toolkit for the first script. */
export const PAGE_ANSWERED = "connection/pageAnswered";

/** Whether a body is a web page. The API sends none, but a proxy may, for example to sign in. */
export const isPage = (body: unknown): boolean => typeof body === "string" && /^\s*</.test(body);
