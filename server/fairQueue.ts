/** The nested groups that a job belongs to, the widest first. Groups of one level take turns. */
export type QueueShare = readonly string[];

interface FairQueue {
  /**
   * Waits for the turn of the job's group. The returned function ends the job. Throws the error
   * `refusal` if the queue is full, or if the deadline passes first.
   */
  take(share: QueueShare): Promise<() => void>;
  /** Runs the work when it is its group's turn: see {@link FairQueue.take}. */
  run<T>(share: QueueShare, work: () => Promise<T>): Promise<T>;
  /** Jobs running or waiting. */
  pending(): number;
}

interface Job {
  share: QueueShare;
  /** Gets the function that ends the job. */
  start: (end: () => void) => void;
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

/** Moves the waiting jobs of a key to the end of another line. */
function move(key: string, from: Group, to: Group): void {
  const group = from.groups.get(key);
  if (!group) return;
  from.groups.delete(key);
  from.size -= group.size;
  to.groups.set(key, group);
  to.size += group.size;
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

/** Limits of the jobs of one key, which is the first of a job's groups. */
interface KeyLimits {
  /** The maximum number of concurrent jobs. */
  lanes: number;
  /** The maximum number of running and waiting jobs. Beyond it the newest one is refused. */
  max: number;
}

interface Options {
  /** The maximum number of concurrent jobs. */
  lanes: number;
  /** The maximum number of waiting jobs. Beyond it the largest group loses its newest job. */
  waitingMax: number;
  /** A job that has waited this many ms is refused. */
  deadlineMs: number;
  perKey?: KeyLimits;
  /** The error for a refused job. `isOwn`: because of the limits of its own key. */
  refusal: (isOwn: boolean) => Error;
}

const UNLIMITED: KeyLimits = { lanes: Infinity, max: Infinity };

const keyOf = ([key = ""]: QueueShare) => key;

/** Counts the running jobs, of each key and together. */
function createLanes(lanes: number, lanesOfKey: number) {
  const running = new Map<string, number>();
  let total = 0;
  const count = (key: string) => running.get(key) ?? 0;
  return {
    count,
    total: () => total,
    areFull: () => total >= lanes,
    isFull: (key: string) => count(key) >= lanesOfKey,
    begin(key: string) {
      total += 1;
      running.set(key, count(key) + 1);
    },
    end(key: string) {
      total -= 1;
      if (count(key) > 1) running.set(key, count(key) - 1);
      else running.delete(key);
    },
  };
}

/** A queue in which no group of callers can take more than its share, however many jobs it adds. */
export function createFairQueue(options: Options): FairQueue {
  const { waitingMax, deadlineMs, perKey = UNLIMITED, refusal } = options;
  const lanes = createLanes(options.lanes, perKey.lanes);
  /** The waiting jobs. Those of keys whose own lanes are full are parked. */
  const ready = newGroup();
  const parked = newGroup();
  const placeOf = (key: string) => (lanes.isFull(key) ? parked : ready);

  /** Starts a job of a key. The returned function ends it. */
  function begin(key: string): () => void {
    lanes.begin(key);
    if (lanes.isFull(key)) move(key, ready, parked);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      lanes.end(key);
      move(key, parked, ready);
      fillLanes();
    };
  }

  function fillLanes(): void {
    while (!lanes.areFull() && ready.size > 0) {
      const job = takeNext(ready);
      job?.start(begin(keyOf(job.share)));
    }
  }

  function refuseNewest(): void {
    const groups = new Map([...ready.groups, ...parked.groups]);
    newestOfLargest({ ...ready, groups })?.refuse();
  }

  function wait(share: QueueShare): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(deadline);
        remove(placeOf(keyOf(share)), job);
        reject(refusal(false));
      };
      const deadline = setTimeout(refuse, deadlineMs);
      const start = (end: () => void) => {
        clearTimeout(deadline);
        resolve(end);
      };
      const job: Job = { share, start, refuse };
      add(placeOf(keyOf(share)), job);
      if (ready.size + parked.size > waitingMax) refuseNewest();
    });
  }

  async function take(share: QueueShare): Promise<() => void> {
    const key = keyOf(share);
    const waiting = placeOf(key).groups.get(key)?.size ?? 0;
    if (lanes.count(key) + waiting >= perKey.max) throw refusal(true);
    return lanes.areFull() || lanes.isFull(key) ? await wait(share) : begin(key);
  }

  return {
    take,
    async run(share, work) {
      const end = await take(share);
      try {
        return await work();
      } finally {
        end();
      }
    },
    pending: () => lanes.total() + ready.size + parked.size,
  };
}
