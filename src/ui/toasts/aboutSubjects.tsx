import type { ReactElement, ReactNode } from "react";
import type { Subject } from "./mergedToast.ts";
import { ToastText } from "./ToastText.tsx";

/**
 * The message of a merged toast about tasks: its first line, the titles that this doesn't name, and a
 * button or link.
 */
export const aboutSubjects =
  <S extends Subject>(
    text: (subjects: readonly S[]) => ReactNode,
    action?: (subjects: readonly S[], toastId: string) => ReactNode,
  ) =>
  (subjects: readonly S[], toastId: string): ReactElement => {
    const line = text(subjects);
    const titles = subjects.map(({ title }) => title);
    const isNamed = typeof line === "string" && line.includes(`"${titles.join()}"`);
    return (
      <ToastText
        text={line}
        detail={isNamed ? "" : titles.join(" · ")}
        action={action?.(subjects, toastId)}
      />
    );
  };
