import type { ComponentProps } from "react";
import { useSelector } from "react-redux";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { MentionPicker } from "./MentionPicker.tsx";

/** Offers people while the user types a mention. Other servers have no mentions. */
export function Mentions(props: ComponentProps<typeof MentionPicker>) {
  const hasExtensions = useSelector(selectHasExtensions);
  if (!hasExtensions || !props.value.includes("@")) return null;
  return <MentionPicker {...props} />;
}
