import { afterEach, beforeEach, vi } from 'vitest';

/** Removes the window's event listeners after each test. */
export function removeListenersAfterEach(): void {
  let end = new AbortController();
  const add = addEventListener.bind(globalThis);
  beforeEach(() => {
    end = new AbortController();
    vi.stubGlobal('addEventListener', (type: string, run: EventListener, options: object = {}) =>
      add(type, run, { ...options, signal: end.signal }),
    );
  });
  afterEach(() => end.abort());
}
