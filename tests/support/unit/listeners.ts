import { afterEach, beforeEach, vi } from 'vitest';

/** What a test's page hears on its window ends with the test. */
export function ownListeners(): void {
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
