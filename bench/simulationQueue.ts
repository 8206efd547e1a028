import { exponential, randomNumbers } from "./random.ts";
import { Clock, Histogram, Station } from "./simulationEngine.ts";

export interface Queueing {
  /** Calls a µs, at random moments. */
  rate: number;
  servers: number;
  /** How long a call takes, by a random number. */
  service: (random: () => number) => number;
  seed: number;
  answers: number;
}

/** How long calls take that come at random to servers with one queue. */
export function simulateQueue({ rate, servers, service, seed, answers }: Queueing): Histogram {
  const random = randomNumbers(seed);
  const clock = new Clock();
  const station = new Station(clock, "server", servers);
  const times = new Histogram();
  let asked = 0;

  function arrive(): void {
    asked += 1;
    if (asked < answers) clock.after(exponential(random, 1 / rate), arrive);
    const at = clock.now;
    station.serve(service(random), () => times.add(clock.now - at));
  }

  arrive();
  clock.run(() => times.count < answers);
  return times;
}
