/** The keys of a path such as `tasks[0].title`. */
export default function toPath(path: string | readonly string[]): readonly string[] {
  return typeof path === "string" ? (path.match(/[^.[\]]+/g) ?? []) : path;
}
