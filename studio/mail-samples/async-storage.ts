/**
 * Replaces Node's class of this name in Studio, where mails are rendered in the browser. It keeps a value only during
 * synchronous work, which is all that a mail is (`mails/render.ts`).
 */
export class AsyncLocalStorage<T> {
  #current: T | undefined;

  getStore(): T | undefined {
    return this.#current;
  }

  run<R>(store: T, work: () => R): R {
    const before = this.#current;
    this.#current = store;
    try {
      return work();
    } finally {
      this.#current = before;
    }
  }
}
