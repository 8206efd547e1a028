import { Bookmark } from "lucide-react";
import { useSelector } from "react-redux";
import { useHref, useNavigate } from "react-router-dom";
import type { SavedView } from "#contract/shapes/view.ts";
import type { ViewInput } from "#contract/view.ts";
import { useDownloadFileMutation } from "#features/exports/exportsApi.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { Menu } from "#ui/menu/Menu.tsx";
import { copyLink } from "#ui/toasts/copyLink.ts";
import type { Opened } from "./ViewDialogs.tsx";
import { viewLink } from "./viewAddress.ts";
import {
  useChangeViewMutation,
  useChooseStartMutation,
  useDeleteViewMutation,
} from "./viewsApi.ts";

/** Whether the user may change a view: its owner, and admins. */
export function useMayChange({ owner }: SavedView): boolean {
  const user = useSelector(selectStoredUser);
  return user?.role === "admin" || (owner !== null && owner.id === user?.id);
}

/** The name of the open view as a button, which opens all that can be done with it. */
export function ViewMenu({
  view,
  isStart,
  left,
  onOpen,
}: {
  view: SavedView;
  content: Pick<ViewInput, "screen" | "query">;
  isStart: boolean;
  /** The address of the screen without the view. */
  left: string;
  onOpen: (dialog: Opened) => void;
}) {
  const [change] = useChangeViewMutation();
  const [remove] = useDeleteViewMutation();
  const [chooseStart] = useChooseStartMutation();
  const [download] = useDownloadFileMutation();
  const navigate = useNavigate();
  const mayChange = useMayChange(view);
  const { id, shared } = view;
  const link = useHref(viewLink(view));

  async function deleteView() {
    const { error } = await remove(view);
    if (!error) void navigate(left, { replace: true });
  }

  const toggleShared = () =>
    void change({
      id,
      change: { shared: !shared },
      text: shared ? "Only you see the view now" : "Everyone sees the view now",
    });

  const owners = [
    { label: "Rename…", onSelect: () => onOpen({ dialog: "rename" }) },
    { label: shared ? "Stop sharing" : "Share with everyone", onSelect: toggleShared },
  ];
  const items = [
    ...(mayChange ? owners : []),
    { label: "Save as a new view…", onSelect: () => onOpen({ dialog: "save" }) },
    {
      label: "First in the menu",
      several: true,
      checked: isStart,
      onSelect: () => void chooseStart({ view: isStart ? null : id }),
    },
    { label: "Copy link", onSelect: () => copyLink(link) },
    { label: "Calendar feed…", onSelect: () => onOpen({ dialog: "feed" }) },
    { label: "Export CSV", onSelect: () => void download({ url: `/api/views/${id}/tasks.csv` }) },
    { label: "Leave the view", onSelect: () => void navigate(left) },
    ...(mayChange
      ? [{ label: "Delete view", isDangerous: true, onSelect: () => void deleteView() }]
      : []),
  ];
  return <Menu text label={view.name} icon={<Bookmark />} items={items} />;
}
