/**
 * WebKit is driven by WebDriver and Firefox by WebDriver BiDi, because Debian has no geckodriver and Playwright's
 * driver needs a newer Firefox than Debian's.
 */
export interface Engine {
  open(address: string): Promise<void>;
  /** Runs the body of a function in the page with these arguments. Arguments and answer are JSON. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  press(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  goBack(): Promise<void>;
  switchToNewTab(): Promise<void>;
  close(): Promise<void>;
}

export interface Options {
  /** The port of the proxy that all requests use (unplug.ts). */
  proxyPort: number;
  dir: string;
}

export const phone = { width: 390, height: 844 };

export const keysOf = (text: string) => ({
  type: 'key',
  id: 'keyboard',
  actions: Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

export const pressAt = (x: number, y: number) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});

/** Calls `attempt` until it answers without an error. After 30 seconds the last error is thrown. */
export async function until<T>(attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + 30_000;
  for (;;)
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}
