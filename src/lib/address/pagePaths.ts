import { paths } from "./paths.ts";

/** The page at each address. Its name is also the name of its chunk, by which the build finds its files. */
export const pagePaths = [
  [paths.login, "login"],
  [paths.register, "register"],
  [paths.forgotPassword, "forgotPassword"],
  [paths.invitation, "link"],
  [paths.resetPassword, "link"],
  [paths.home, "dashboard"],
  [paths.dashboard, "dashboard"],
  [paths.board, "board"],
  [paths.tasks, "tasks"],
  [paths.task(":id"), "task"],
  [paths.myWork, "myWork"],
  [paths.activity, "activity"],
  [paths.profile, "profile"],
  [paths.teams, "teams"],
  [paths.users, "users"],
  [paths.audit, "audit"],
  [paths.import, "import"],
  [paths.webhooks, "webhooks"],
  [paths.labels, "labels"],
] as const;

export type PageName = (typeof pagePaths)[number][1];

const GUEST_PAGES = new Set<PageName>(["login", "register", "forgotPassword", "link"]);

/** Whether a page is shown without the shell of the signed-in user. */
export const isGuestPage = (page: PageName): boolean => GUEST_PAGES.has(page);

/** Whether only admins may open a page. */
export const isAdminPage = (page: PageName): boolean =>
  page === "teams" ||
  page === "users" ||
  page === "audit" ||
  page === "import" ||
  page === "webhooks" ||
  page === "labels";
