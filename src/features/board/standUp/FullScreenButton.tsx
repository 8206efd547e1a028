import { Maximize, Minimize } from "lucide-react";
import { useEffect, useState } from "react";
import { useCommand } from "#lib/commands/useCommand.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import "./fullScreen.css";

/**
 * Shows the board alone, in large type, on the whole screen. Where the browser has no full screen, or
 * refuses it, the board fills the window.
 */
export function FullScreenButton({ className }: { className: string | undefined }) {
  const [isOn, setOn] = useState(false);

  useEffect(() => {
    if (!isOn) return undefined;
    const { documentElement: root } = document;
    root.dataset["fullScreen"] = "";
    void root.requestFullscreen?.().catch(() => undefined);
    const note = () => setOn(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", note);
    return () => {
      document.removeEventListener("fullscreenchange", note);
      delete root.dataset["fullScreen"];
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [isOn]);

  useCommand("fullScreen", () => setOn(!isOn));
  // In the browser's full screen, Escape ends that.
  useCommand("clearSelection", () => {
    setOn(false);
    return isOn;
  });

  return (
    <IconButton
      label={isOn ? "Leave full screen" : "Full screen"}
      icon={isOn ? <Minimize /> : <Maximize />}
      aria-keyshortcuts="Shift+F"
      className={className}
      onClick={() => setOn(!isOn)}
    />
  );
}
