/** The event of a change that may concern every card. */
export const ALL_CARDS = "*";

/** The events that one server process knows. A client fetches the changes since one of them. */
export class ModelEvents {
  private readonly name: string;
  private readonly heard: string[] = [];
  /** Changes of the other process that this one doesn't know yet. */
  private readonly underWay: string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  get position(): string {
    return `${this.name}-${this.heard.length}`;
  }

  /** Whether it knows of every change in the database. */
  get isUpToDate(): boolean {
    return this.underWay.length === 0;
  }

  /** The cards that changed since an event; undefined if it is another process's. */
  since(position: string): string[] | undefined {
    const [name, number] = position.split("-");
    return name === this.name ? this.heard.slice(Number(number)) : undefined;
  }

  publish(cardId: string): void {
    this.heard.push(cardId);
  }

  expect(cardId: string): void {
    this.underWay.push(cardId);
  }

  /** Receives the next change of the other process. */
  hear(): void {
    this.heard.push(...this.underWay.splice(0, 1));
  }
}
