/** The nested groups that a job belongs to, the widest first. Groups of one level take turns. */
export type QueueShare = readonly string[];

export interface FairQueue {
  /**
   * Runs the work when it is its group's turn. Throws the error `refusal` if the deadline passes
   * first.
   */
  run<T>(share: QueueShare, work: () => Promise<T>): Promise<T>;
  /** Jobs running or waiting. */
  pending(): number;
}

interface Job {
  share: QueueShare;
  start: () => void;
  refuse: () => void;
}

/** A group's waiting jobs and inner groups; `size` counts the jobs of both. */
interface Group {
  jobs: Set<Job>;
  groups: Map<string, Group>;
  size: number;
}

const newGroup = (): Group => ({ jobs: new Set(), groups: new Map(), size: 0 });

function add(root: Group, job: Job): void {
  let group = root;
  group.size += 1;
  for (const name of job.share) {
    const inner = group.groups.get(name) ?? newGroup();
    group.groups.set(name, inner);
    inner.size += 1;
    group = inner;
  }
  group.jobs.add(job);
}

function remove(root: Group, job: Job): void {
  let group = root;
  group.size -= 1;
  for (const name of job.share) {
    const inner = group.groups.get(name);
    if (!inner) return;
    inner.size -= 1;
    if (inner.size === 0) group.groups.delete(name);
    group = inner;
  }
  group.jobs.delete(job);
}

/** Takes a job of the group whose turn is next. Inner groups take turns in the same way. */
function takeNext(group: Group): Job | undefined {
  group.size -= 1;
  const [job] = group.jobs;
  if (job) {
    group.jobs.delete(job);
    return job;
  }
  for (const [name, inner] of group.groups) {
    group.groups.delete(name);
    const taken = takeNext(inner);
    // A Map keeps insertion order, so the group moves to the back of the line.
    if (inner.size > 0) group.groups.set(name, inner);
    return taken;
  }
  return undefined;
}

/** The newest job of the largest group; of its inner groups, again of the largest one. */
function newestOfLargest(group: Group): Job | undefined {
  if (group.groups.size === 0) return [...group.jobs].at(-1);
  const inner = [...group.groups.values()];
  return newestOfLargest(inner.reduce((most, one) => (one.size > most.size ? one : most)));
}

/** A queue in which no group of callers can take more than its share, however many jobs it adds. */
export function createFairQueue(options: {
  /** The maximum number of concurrent jobs. */
  lanes: number;
  /** The maximum number of waiting jobs. Beyond it the largest group loses its newest job. */
  waitingMax: number;
  /** A job that has waited this many ms is refused. */
  deadlineMs: number;
  refusal: () => Error;
}): FairQueue {
  const { lanes, waitingMax, deadlineMs, refusal } = options;
  const root = newGroup();
  let running = 0;

  function fillLanes(): void {
    while (running < lanes && root.size > 0) {
      running += 1;
      takeNext(root)?.start();
    }
  }

  function turn(share: QueueShare): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(deadline);
        remove(root, job);
        reject(refusal());
      };
      const deadline = setTimeout(refuse, deadlineMs);
      const start = () => {
        clearTimeout(deadline);
        resolve();
      };
      const job: Job = { share, start, refuse };
      add(root, job);
      fillLanes();
      if (root.size > waitingMax) newestOfLargest(root)?.refuse();
    });
  }

  return {
    async run(share, work) {
      await turn(share);
      try {
        return await work();
      } finally {
        running -= 1;
        fillLanes();
      }
    },
    pending: () => running + root.size,
  };
}
