import { isIllegal, type Machine, targetsOf } from "#lib/machine.ts";

const INTRO = `# The machines

Generated from the machines' declarations by \`npm run docs:machines\`. Don't edit it by hand: a test
fails when it is out of date.

Client state is in state machines. Each is a table, which the reducer runs, and which a test walks
through every state and event (\`src/app/devtools/machines.test.ts\`). A cell of the tables below names the state
that the event leads to. *ignored*: the event may arrive in this state, and changes nothing. An empty
cell is an illegal event: it changes nothing either, and in development the app reports it once. The
diagrams leave out events that don't change the state.
`;

/** Mermaid's reserved words. */
const RESERVED = new Set(["as", "class", "classDef", "direction", "end", "note", "state", "style"]);

/** A state's name, if Mermaid accepts it without quotes. */
function id(name: string): string {
  if (!/^[A-Za-z]\w*$/.test(name) || RESERVED.has(name)) {
    throw new Error(`Mermaid can't take ${JSON.stringify(name)} as a state's name`);
  }
  return name;
}

/** Text on an arrow. Escapes the characters that Mermaid would interpret. */
function label(text: string): string {
  return text.replace(/[#;:<>"{}[\]]/g, (char) => `#${char.codePointAt(0)};`).trim();
}

const arrow = (from: string, to: string, texts: readonly string[]): string => {
  const text = texts.map(label).filter(Boolean).join("<br/>");
  return `  ${from} --> ${to}${text && `: ${text}`}`;
};

const keys = (record: object): string[] => Object.keys(record);

/** One arrow for each pair of different states, with the events that lead along it. */
function diagram(machine: Machine): string {
  const states = keys(machine.states);
  const starts = Object.entries(machine.initial).map(([state, condition = ""]) =>
    arrow("[*]", id(state), [condition]),
  );
  const ways = states.flatMap((from) =>
    states.flatMap((to) => {
      const events = keys(machine.events).filter((event) =>
        targetsOf(machine, from, event).includes(to),
      );
      return from !== to && events.length > 0 ? [arrow(id(from), id(to), events)] : [];
    }),
  );
  return ["```mermaid", "stateDiagram-v2", ...starts, ...ways, "```"].join("\n");
}

/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

const table = (head: readonly string[], rows: readonly string[][]): string =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

function outcome(machine: Machine, state: string, event: string): string {
  const targets = targetsOf(machine, state, event);
  if (targets.length > 0) return targets.join(" or ");
  return isIllegal(machine, state, event) ? "" : "*ignored*";
}

function section(machine: Machine): string {
  const states = keys(machine.states);
  return [
    `## ${machine.name}`,
    `${machine.about} (\`${machine.file}\`)`,
    diagram(machine),
    table(
      ["State", "Meaning"],
      Object.entries(machine.states).map(([state, meaning]) => [state, meaning]),
    ),
    table(
      ["Event", "What happened", ...states.map((state) => `in ${state}`)],
      Object.entries(machine.events).map(([event, meaning]) =>
        [event, meaning].concat(states.map((state) => outcome(machine, state, event))),
      ),
    ),
  ].join("\n\n");
}

/**
 * Generates docs/machines.md: for each machine, a diagram, its states, and the effect of each event in
 * each state.
 */
export function machinesPage(machines: readonly Machine[]): string {
  return `${[INTRO.trim(), ...machines.map(section)].join("\n\n")}\n`;
}
