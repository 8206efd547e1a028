import type { Board } from "#contract/shapes/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { median, quantile, type Row } from "./table.ts";

const CARDS = 5_000;
const MOVES = 200;

const card = (index: number): TaskSummary => ({
  ...NEW_TASK,
  id: `task-${index}`,
  title: `Check the invoices of month ${index}`,
  assignee_id: `user-${index % 100}`,
  created_at: "2026-11-22T08:00:00.000Z",
});

const ms = (time: number): string => `${time.toFixed(2)} ms`;

/**
 * The time that Redux DevTools adds to an action on a board of 5,000 cards. An action and the state
 * after it are sanitised and serialised to JSON once, as the extension's relay does.
 */
export async function measureDevTools(): Promise<Row[]> {
  Object.assign(globalThis, {
    window: { location: { origin: "http://localhost" } },
    document: { querySelector: () => null },
  });
  const { rootReducer } = await import("#app/state/rootReducer.ts");
  const { boardApi } = await import("#features/board/data/boardApi.ts");
  const { boardSlice } = await import("#features/board/data/boardSlice.ts");
  const { queued } = await import("#features/changes/queue/changesSlice.ts");
  const { confirmed, sent, wholeSlice } = await import("#features/changes/queue/wholeSlice.ts");
  const { installStoreParts } = await import("#lib/storeParts.ts");
  const { redact, redactAndSample } = await import("#app/devtools/redact.ts");
  installStoreParts({
    storeParts: { slices: [wholeSlice, boardSlice] },
  });

  const cards = Array.from({ length: CARDS }, (_, index) => card(index));
  const board: Board = { Todo: cards, "In Progress": [], Done: [] };
  const loaded = boardApi.util.upsertQueryEntries([
    { endpointName: "getBoard", arg: undefined, value: board },
  ]);
  const start = rootReducer(undefined, loaded);

  function measure(sanitize: <T>(value: T) => T): number[] {
    let state = start;
    JSON.stringify(sanitize(state));
    const times: number[] = [];
    const step = (action: Parameters<typeof rootReducer>[1]) => {
      state = rootReducer(state, action);
      const began = performance.now();
      JSON.stringify([sanitize(action), sanitize(state)]);
      times.push(performance.now() - began);
    };
    for (let index = 0; index < MOVES; index += 1) {
      const [id, at] = [`task-${index}`, state.changes.clock + 1];
      const task = { id, title: "A", at, value: "Done", shown: "Todo", from: "Todo" };
      const how = { by: "menu", group: at, when: at, cached: {}, readFirst: false } as const;
      step(queued({ what: "status", tasks: [task], ...how }));
      const changes = [{ id, what: "status", at } as const];
      step(sent({ changes, requestId: id }));
      step(confirmed({ changes }));
    }
    return times;
  }

  return [
    ["lists sampled", redactAndSample] as const,
    ['whole lists (taskdeckDevTools = "all")', redact] as const,
  ].flatMap(([name, sanitize]) => {
    const times = measure(sanitize);
    const target = sanitize === redactAndSample ? "≤ 5 ms" : "–";
    return [
      { what: `an action, ${name}`, figure: ms(median(times)), target },
      { what: "  1 in 100 takes longer than", figure: ms(quantile(times, 0.99)), target },
    ];
  });
}
