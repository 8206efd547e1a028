import type { CDPSession, Page } from "@playwright/test";

interface Point {
  x: number;
  y: number;
}

/** One finger on the screen. Chromium's protocol turns it into real touch events. */
export class Finger {
  readonly #cdp: CDPSession;

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
  }

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  async down(point: Point): Promise<void> {
    await this.#send("touchStart", [point]);
  }

  /** Moves in a straight line, in small steps like a finger. */
  async move(from: Point, to: Point, steps = 12): Promise<void> {
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      await this.#send("touchMove", [
        { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share },
      ]);
      await new Promise((resolve) => {
        setTimeout(resolve, 16);
      });
    }
  }

  async up(): Promise<void> {
    await this.#send("touchEnd", []);
  }

  async #send(type: "touchStart" | "touchMove" | "touchEnd", points: Point[]): Promise<void> {
    await this.#cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map((point) => ({ ...point, id: 1 })),
    });
  }
}
