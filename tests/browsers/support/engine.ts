/**
 * A browser as `tests/browsers` needs it. WebKit is driven by WebDriver, and Firefox by WebDriver BiDi, because Debian
 * has no geckodriver and Playwright's driver needs a newer Firefox than Debian's.
 */
export interface Engine {
  /** Opens an address and waits for its load event. */
  open(address: string): Promise<void>;
  /** Runs the body of a function in the page with these arguments. Arguments and answer are JSON. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  /** Presses and releases the mouse at this point of the window, in CSS pixels. */
  press(x: number, y: number): Promise<void>;
  /** Types into the element with the focus. */
  type(text: string): Promise<void>;
  /** Presses the browser's button to go back. */
  goBack(): Promise<void>;
  /** Goes on in the tab that the page has just opened. */
  switchToNewTab(): Promise<void>;
  close(): Promise<void>;
}

export interface Options {
  /** Port of the proxy that all requests use (unplug.ts). */
  proxyPort: number;
  /** Folder for the profile and for downloads. */
  dir: string;
}

/** The width and height of a phone. */
export const phone = { width: 390, height: 844 };

/** Key presses for the actions of both protocols. */
export const keysOf = (text: string) => ({
  type: 'key',
  id: 'keyboard',
  actions: Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

/** A press of the mouse for the actions of both protocols. */
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

/** Calls `attempt` until it answers without an error; after 30 seconds its last error is thrown. */
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
