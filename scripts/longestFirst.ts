import Sequencer from "@jest/test-sequencer";

/** Small files that take the longest. Without a cache of durations Jest would run them last. */
const LONGEST =
  /(crash|fuzz|changes\.schedules|session\.property|growth\.sqlite|(responses|signIns)\.attacks)\.test\.ts$/;

/** Runs the longest tests first, so that no worker waits for another one's long test at the end. */
export default class LongestFirst extends Sequencer {
  override async sort(tests: Parameters<Sequencer["sort"]>[0]) {
    const sorted = await super.sort(tests);
    const isLong = (path: string) => Number(LONGEST.test(path));
    return sorted.toSorted((a, b) => isLong(b.path) - isLong(a.path));
  }
}
