/** A bit for every task, by its slot. */
export interface Marks {
  bits: Uint8Array;
}

export const noMarks = (): Marks => ({ bits: new Uint8Array(1024) });

export const holds = ({ bits }: Marks, slot: number): boolean =>
  ((bits[slot >> 3] ?? 0) & (1 << (slot & 7))) !== 0;

export function mark(marks: Marks, slot: number, marked: boolean): void {
  const byte = slot >> 3;
  if (byte >= marks.bits.length) {
    const larger = new Uint8Array(Math.max(2 * marks.bits.length, byte + 1));
    larger.set(marks.bits);
    marks.bits = larger;
  }
  const bit = 1 << (slot & 7);
  const before = marks.bits[byte] ?? 0;
  marks.bits[byte] = marked ? before | bit : before & ~bit;
}
