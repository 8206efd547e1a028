/** The local storage that the tabs of one browser share. */
export class SharedStorage {
  readonly items = new Map<string, string>();
  readonly notify: (from: number, key: string) => void;

  constructor(notify: (from: number, key: string) => void) {
    this.notify = notify;
  }

  viewOf(tab: number): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
    return {
      getItem: (key) => this.items.get(key) ?? null,
      setItem: (key, value) => {
        if (this.items.get(key) === value) return;
        this.items.set(key, value);
        this.notify(tab, key);
      },
      removeItem: (key) => {
        if (this.items.delete(key)) this.notify(tab, key);
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
