import { type ComponentProps, Suspense } from "react";
import { useSelector } from "react-redux";
import { lazyPart } from "#lib/lazyPart.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import type MentionPickerType from "./MentionPicker.tsx";

const MentionPicker = lazyPart(
  async () => await import(/* webpackChunkName: "mentions" */ "./MentionPicker.tsx"),
);

/** Offers people while the user types a mention. The code loads with the first @ sign. */
export function Mentions(props: ComponentProps<typeof MentionPickerType>) {
  const hasExtensions = useSelector(selectHasExtensions);
  if (!hasExtensions || !props.value.includes("@")) return null;
  return (
    <Suspense fallback={null}>
      <MentionPicker {...props} />
    </Suspense>
  );
}
