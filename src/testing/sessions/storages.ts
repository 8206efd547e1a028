/** Local storage as tabs of one browser share it. */
export class SharedStorage {
  readonly items = new Map<string, string>();
  readonly tell: (from: number, key: string) => void;

  constructor(tell: (from: number, key: string) => void) {
    this.tell = tell;
  }

  viewOf(tab: number): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
    return {
      getItem: (key) => this.items.get(key) ?? null,
      setItem: (key, value) => {
        if (this.items.get(key) === value) return;
        this.items.set(key, value);
        this.tell(tab, key);
      },
      removeItem: (key) => {
        if (this.items.delete(key)) this.tell(tab, key);
      },
    };
  }
}

/** The session storage of one tab. */
export class TabStorage extends Map<string, string> {
  get length() {
    return this.size;
  }
  key(index: number) {
    return [...this.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.set(key, value);
  }
  removeItem(key: string) {
    this.delete(key);
  }
}
