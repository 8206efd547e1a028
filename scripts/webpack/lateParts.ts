/** The files that import the pages and the layout. Each of these is a chunk. */
export const CHUNKS_OF_PAGES: readonly string[] = [
  "src/app/screens/pages.ts",
  "src/app/preload.ts",
];

/**
 * All other files that may use `import()`, and what they load late. A page loads as a whole, with all
 * of its dialogs and its part of the store. Only code that is large and rarely used, or that must not
 * delay the first content, loads after it.
 */
export const LATE_PARTS: Readonly<Record<string, string>> = {
  // Large packages.
  "src/features/board/dragging/boardDrag.ts": "drag and drop, at the first pointer or key event",
  "src/features/tasks/list/due/dueDrag.ts":
    "drag and drop in the list, when it is grouped by due date",
  "src/features/dashboard/DashboardPage.tsx": "the charts' package (75 kB), after the counts",
  "src/features/tasks/richText/RichText.tsx":
    "the Markdown parser (36 kB), for texts with Markdown",
  "src/app/screens/DashboardScreen.tsx":
    "the user's work with what drags and adds tasks (8 kB), after the counts",
  "src/features/users/mentions/PeopleText.tsx": "mentions, for texts with an @ sign",
  "src/features/files/LazyFiles.tsx": "the files of a task and what uploads them, after the task",
  "src/features/tasks/writing/WritingArea.tsx":
    "keys, pasted texts and mentions (4 kB), when a writing field has the focus",
  "src/features/tasks/writing/WritingAids.tsx": "turndown (5 kB), at the first pasted HTML",
  "src/lib/forms/loadFormRules.ts":
    "Yup and the rules of all forms (17 kB), when a form has the focus",
  "src/features/tasks/form/LazyTaskDialog.tsx": "the form of a task with Formik (15 kB)",
  "src/features/tasks/form/LazyTaskInPlace.tsx": "the same form, for one text in its place",
  "src/features/board/cards/loadVirtualCards.ts": "virtual lists (9 kB), for long columns",
  "src/features/users/list/UserTable.tsx": "virtual lists, for more than 100 users",
  "src/features/teams/page/TeamGrid.tsx": "virtual lists, for long lists of teams",
  "src/features/runs/LateRunsDialog.ts": "the results of bulk actions, with Luxon (19 kB)",
  "src/features/inbox/InboxBell.tsx": "the open inbox, with Luxon (19 kB)",
  // On the board, the first card shows before these.
  "src/app/layout/PaletteOpener.tsx": "the command palette",
  "src/app/layout/LateDialogs.tsx": "the lists of shortcuts and of messages, when they are opened",
  "src/features/board/newCards/LazyNewCards.tsx": "the line for a new card",
  "src/features/board/view/useBoardFilter.ts": "the board's filters",
  "src/features/myWork/WorkFilter.tsx": "the labels that filter the user's work, when opened",
  "src/features/tasks/list/MoreFilters.tsx": "the list's other filters, when they are opened",
  "src/features/views/viewLinks.tsx": "what opens a link to a view",
  "src/features/views/LateViewBar.tsx": "the bar of saved views, when the page is idle",
  "src/features/tasks/list/SelectedTasks.tsx":
    "the bar of the selected tasks and of bulk actions, after the list",
  "src/ui/lists/LateRowKeys.tsx": "the keys that lead from row to row and select",
  "src/features/pickers/LazyFieldPicker.tsx": "the pickers of a task's fields",
  "src/features/pickers/FieldKeys.tsx":
    "the buttons of a card's empty fields, and its actions beside the pickers",
  "src/ui/menu/LazyMenuPopup.tsx": "menus",
  "src/ui/picker/DayField.tsx": "the day picker",
  "src/ui/picker/LazyPicker.tsx": "pickers",
  // Parts of every page that run after its first content.
  "src/features/changes/loadChanges.ts":
    "what sends, keeps and undoes changes (12 kB), when the page is idle or at the first change",
  "src/app/App.tsx": "toasts, and the end of former sessions",
  "src/app/layout/AppLayout.tsx": "the text about a lost connection, and printing",
  "src/features/activity/ActivityEntries.tsx": "the single changes of a line, when it is opened",
  "src/app/layout/menu/SideMenu.tsx": "the number of unread changes, and the saved views",
  "src/app/listeners.ts": "what stores the shown data for the next visit",
  "src/app/devtools/copyBugReport.ts": "bug reports",
  "src/features/inbox/seenJobs.ts": "the inbox's calls, at the end of long work",
  "src/app/layout/TopBar.tsx": "the inbox's button",
  "src/sync/live/liveListeners.ts": "live updates",
  // Before the app.
  "src/app/early/pageCalls.ts": "the list's filters, for an early call with filters",
  "src/main.tsx":
    "the last visit's data, if the first script hasn't read it; Redux DevTools' options",
  "src/lib/lazyPart.tsx": "the replacement of a part that could not be run",
  // A rare case of a page with little room.
  "src/features/auth/signIn/LoginPage.tsx": "other ways to sign in, which most servers don't offer",
};
