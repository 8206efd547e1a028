import { Skeleton } from "#ui/page/Skeleton.tsx";
import log from "./log.module.css";

/** Stands for a log's entries while they load. */
export function LogSkeleton({ label }: { label: string }) {
  return (
    <>
      <output className="visually-hidden">{label}</output>
      <div className={log.log} aria-hidden="true">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={log.entry}>
            <Skeleton className={log.disc} />
            <Skeleton className={log.line} />
          </div>
        ))}
      </div>
    </>
  );
}
