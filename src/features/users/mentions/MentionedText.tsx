import { weakMapMemoize } from "@reduxjs/toolkit";
import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import { mentionNames, mentionSpans } from "#contract/mentions.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { cx } from "#lib/cx.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import classes from "./MentionedText.module.css";

/** All texts of a page are searched for the same names. */
const namesOf = weakMapMemoize(mentionNames);

/** A text whose mentions stand out, those of the user most. Other servers have no mentions. */
export function MentionedText({ text }: { text: string }) {
  const hasExtensions = useSelector(selectHasExtensions);
  const ownId = useSelector(selectStoredUser)?.id;
  const { data: users } = useGetUsersQuery(undefined, { skip: !hasExtensions });
  const parts: ReactNode[] = [];
  let at = 0;
  for (const span of users ? mentionSpans(text, namesOf(users)) : []) {
    // A name may have an @ sign too.
    if (span.start < at) continue;
    const isOwn = span.users.some(({ id }) => id === ownId);
    parts.push(
      <span key={at}>{text.slice(at, span.start)}</span>,
      <bdi key={`@${span.start}`} className={cx(classes.mention, isOwn && classes.own)}>
        {text.slice(span.start, span.end)}
      </bdi>,
    );
    at = span.end;
  }
  return [...parts, <span key={at}>{text.slice(at)}</span>];
}
