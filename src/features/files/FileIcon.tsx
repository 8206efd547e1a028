import { File, FileArchive, FileText, Film, Image, Music } from "lucide-react";
import classes from "./Files.module.css";

const KINDS = [
  { icon: Image, type: /^image\//, name: /\.(png|jpe?g|gif|webp|avif|heic|svg|bmp)$/i },
  { icon: Film, type: /^video\//, name: /\.(mp4|mov|webm|mkv|avi)$/i },
  { icon: Music, type: /^audio\//, name: /\.(mp3|wav|ogg|flac|m4a)$/i },
  {
    icon: FileText,
    type: /^text\/|pdf$/,
    name: /\.(pdf|docx?|odt|txt|md|csv|xlsx?|ods|pptx?|odp)$/i,
  },
  { icon: FileArchive, type: /zip$/, name: /\.(zip|gz|tar|7z|rar)$/i },
];

/** The icon of a file. An office document is a zip file by its bytes, so the name counts first. */
export function FileIcon({ type, name }: { type: string; name: string }) {
  const kind =
    KINDS.find((each) => each.name.test(name)) ?? KINDS.find((each) => each.type.test(type));
  const Icon = kind?.icon ?? File;
  return (
    <span className={classes.icon} aria-hidden="true">
      <Icon />
    </span>
  );
}
