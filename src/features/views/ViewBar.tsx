import { BookmarkPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { SavedView } from "#contract/shapes/view.ts";
import { useScreenSearch } from "#lib/filters/useScreenSearch.ts";
import { readView, writeView } from "#lib/filters/view.ts";
import { SMALL_WINDOW, useMedia } from "#lib/useMedia.ts";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { useNamedView, useViews } from "./useViews.ts";
import classes from "./ViewBar.module.css";
import { type Opened, ViewDialogs } from "./ViewDialogs.tsx";
import { useMayChange, ViewMenu } from "./ViewMenu.tsx";
import { contentOf, isUnchanged, type ViewScreen, viewPath } from "./viewAddress.ts";
import { useChangeViewMutation } from "./viewsApi.ts";

/** The view of an address, which follows the view's changes. A view that is gone is left. */
function useAddressedView(
  { spec }: ViewScreen,
  search: string,
  left: string,
): SavedView | undefined {
  const { view, isGone } = useNamedView(search);
  const navigate = useNavigate();
  const shown = useRef<SavedView>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = view;
    const isNewer = before && view && before.id === view.id && before.version !== view.version;
    if (isGone) void navigate(left, { replace: true });
    else if (isNewer && isUnchanged(spec, search, before))
      void navigate(viewPath(view), { replace: true });
  }, [view, isGone, spec, search, left, navigate]);
  return view;
}

/** Saves what a screen shows as a view, and shows the view that is open: its name, and whether it was changed. */
export function ViewBar(screen: ViewScreen) {
  const { path, spec } = screen;
  const search = useScreenSearch(path);
  const { data } = useViews();
  const left = path + writeView(readView(spec, search));
  const view = useAddressedView(screen, search, left);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isSaved, setSaved] = useState(false);
  const content = contentOf(spec, search, view ? undefined : screen.look);
  if (!data) return null;
  return (
    <>
      {view ? (
        <OpenView
          {...{ view, content, left }}
          isStart={data.start === view.id}
          isChanged={!isUnchanged(spec, search, view)}
          isFocused={isSaved}
          onOpen={setOpened}
        />
      ) : (
        content.query !== "" && <SaveButton onClick={() => setOpened({ dialog: "save" })} />
      )}
      <ViewDialogs
        {...{ opened, content, view }}
        onClose={() => setOpened(null)}
        onSaved={() => setSaved(true)}
      />
    </>
  );
}

function SaveButton({ onClick }: { onClick: () => void }) {
  const props = { size: "sm", icon: <BookmarkPlus />, onClick } as const;
  return useMedia(SMALL_WINDOW) ? (
    <IconButton label="Save view" {...props} />
  ) : (
    <Button variant="ghost" {...props}>
      Save view
    </Button>
  );
}

function OpenView({
  isChanged,
  isFocused,
  ...open
}: Parameters<typeof ViewMenu>[0] & {
  isChanged: boolean;
  /** Whether it takes the focus of the button that has saved the view. */
  isFocused: boolean;
}) {
  const { view, content } = open;
  const [change, { isLoading }] = useChangeViewMutation();
  const navigate = useNavigate();
  const mayChange = useMayChange(view);
  const menu = useRef<HTMLSpanElement>(null);
  /** The pressed button goes. */
  const focusMenu = () => menu.current?.querySelector("button")?.focus();
  useEffect(() => {
    if (isFocused) focusMenu();
  }, [isFocused]);

  async function save() {
    const { id, version, name } = view;
    const text = `View ${name} saved`;
    const { error } = await change({ id, change: { ...content, version }, text });
    if (!error) focusMenu();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a legend
    <span role="group" aria-label="Saved view" className={classes.open}>
      <span ref={menu} className={classes.name}>
        <ViewMenu {...open} />
      </span>
      {isChanged && (
        <>
          {mayChange && (
            <Button
              size="sm"
              variant="primary"
              busy={isLoading}
              aria-label="Save view"
              onClick={() => void save()}
            >
              Save
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            aria-label="Reset view"
            onClick={() => {
              focusMenu();
              void navigate(viewPath(view));
            }}
          >
            Reset
          </Button>
        </>
      )}
    </span>
  );
}
