type Labels = Readonly<Record<string, string>>;

/** Prometheus' text format, as a scraper is told it. */
export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Upper bounds of a duration's buckets, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Something that counts up. */
export interface Counter {
  add(labels: Labels): void;
}

/** How long something takes. */
export interface Durations {
  observe(labels: Labels, seconds: number): void;
}

/** Figures under their names. */
export interface Registry {
  counter(name: string, help: string): Counter;
  durations(name: string, help: string): Durations;
  /** Figures that are read when they are asked for, each with its labels. */
  read(
    name: string,
    help: string,
    type: "gauge" | "counter",
    now: () => number | (readonly [Labels, number])[],
  ): void;
  /** All of them, in Prometheus' text format. */
  text(): string;
}

const escaped = (value: string) =>
  value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');

/** `{a="b"}`, or nothing. */
function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

interface Series {
  labels: Labels;
  buckets: number[];
  count: number;
  sum: number;
}

/** One set of figures; a server has one. */
export function createRegistry(): Registry {
  const families: (() => string[])[] = [];

  function family(name: string, help: string, type: string, samples: () => string[]) {
    families.push(() => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples()]);
  }

  return {
    counter(name, help) {
      const counts = new Map<string, number>();
      family(name, help, "counter", () =>
        Array.from(counts, ([labels, count]) => `${name}${labels} ${count}`),
      );
      return {
        add(labels) {
          const key = written(labels);
          counts.set(key, (counts.get(key) ?? 0) + 1);
        },
      };
    },

    durations(name, help) {
      const all = new Map<string, Series>();
      const linesOf = ({ labels, buckets, count, sum }: Series) => [
        ...BUCKETS.map(
          (le, at) => `${name}_bucket${written({ ...labels, le: `${le}` })} ${buckets[at] ?? 0}`,
        ),
        `${name}_bucket${written({ ...labels, le: "+Inf" })} ${count}`,
        `${name}_sum${written(labels)} ${sum}`,
        `${name}_count${written(labels)} ${count}`,
      ];
      family(name, help, "histogram", () => [...all.values()].flatMap(linesOf));
      return {
        observe(labels, seconds) {
          const key = written(labels);
          const series = all.get(key) ?? {
            labels,
            buckets: BUCKETS.map(() => 0),
            count: 0,
            sum: 0,
          };
          all.set(key, series);
          series.count += 1;
          series.sum += seconds;
          for (const [at, bound] of BUCKETS.entries()) {
            if (seconds <= bound) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
          }
        },
      };
    },

    read(name, help, type, now) {
      family(name, help, type, () => {
        const figures = now();
        if (typeof figures === "number") return [`${name} ${figures}`];
        return figures.map(([labels, value]) => `${name}${written(labels)} ${value}`);
      });
    },

    text: () => `${families.flatMap((lines) => lines()).join("\n")}\n`,
  };
}
