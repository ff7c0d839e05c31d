import { vi } from 'vitest';

/**
 * Parts are seen when the test says so: happy-dom lays nothing out. Answers what shows one, and who is still watched.
 */
export function watchSeen(): { show: (part: Element) => void; watched: () => Element[] } {
  const watchers = new Map<Element, () => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #own: Element[] = [];
      readonly #seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = seen;
      }
      observe(part: Element): void {
        this.#own.push(part);
        watchers.set(part, () => this.#seen([{ isIntersecting: true }]));
      }
      disconnect(): void {
        for (const part of this.#own) watchers.delete(part);
      }
    },
  );
  return { show: (part) => watchers.get(part)?.(), watched: () => [...watchers.keys()] };
}
