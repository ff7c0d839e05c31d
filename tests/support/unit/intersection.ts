import { vi } from 'vitest';

/**
 * Lets the test decide which elements are visible, because happy-dom has no layout. `show` makes an element visible;
 * `watched` lists the elements that are still observed.
 */
export function stubIntersection(): { show: (part: Element) => void; watched: () => Element[] } {
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
