// Walks the controls of a screen on a slow phone: taps each, and measures the time to the next frame and its cost.
import type { CDPSession, Page } from '@playwright/test';

/** What a tap cost, from the browser's trace. Times are in milliseconds of a processor four times slower. */
export interface Tap {
  screen: string;
  control: string;
  /** From the tap to the frame that answers it, as browsers measure "interaction to next paint". */
  ms: number;
  /** How many elements were restyled, which does not depend on how busy the machine is. */
  restyled: number;
  style: number;
  layout: number;
  script: number;
}

interface TraceEvent {
  name: string;
  ts: number;
  dur?: number;
  args?: { elementCount?: number };
}

/** A screen with more controls than this repeats them, as lists do. */
const MAX_CONTROLS = 60;
const ANSWER_MS = 1_500;
const controls = [
  'summary',
  'button:not(:disabled)',
  '[role="tab"]',
  'label:has(input:is([type="radio"], [type="checkbox"]):not(:disabled))',
  'a[href*="#"]:not([target])',
].join();
/** These controls end the session or leave the page, so nothing after them could be measured. */
const leaves = /sign out|log out|refresh|reload|print|download|whatsapp/i;

/** Taps every control that the screen shows when it is opened. `open` also opens it again if a tap has left it. */
export async function tapControls(
  page: Page,
  session: CDPSession,
  screen: string,
  open: () => Promise<void>,
): Promise<Tap[]> {
  await open();
  const names = await markControls(page);
  const { href: opened } = new URL(page.url());
  const taps: Tap[] = [];
  for (const [index, control] of names.entries()) {
    const [{ pathname }, { pathname: current }] = [new URL(opened), new URL(page.url())];
    if (current !== pathname) {
      await open();
      await markControls(page);
    }
    const tap = await measureTap(page, session, index).catch(async (error: unknown) => {
      // An earlier tap has left the screen later than expected, so this control is measured again.
      if (!String(error).includes('Execution context was destroyed')) throw error;
      // The trace of that tap may still run. Its end would be taken for the end of the next one.
      const ended = tracingEnds(session);
      const isRunning = await session.send('Tracing.end').then(
        () => true,
        () => false,
      );
      if (isRunning) await ended;
      await open();
      await markControls(page);
      return measureTap(page, session, index);
    });
    if (tap) taps.push({ screen, control, ...tap });
    await closeDialogs(page);
  }
  return taps;
}

const tracingEnds = (session: CDPSession) =>
  new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));

/** Numbers the controls, and returns their names. */
const markControls = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ css, most, unwanted }) => {
      const isUnwanted = new RegExp(unwanted, 'i');
      const nameOf = (one: HTMLElement) =>
        (one.getAttribute('aria-label') ?? one.textContent).trim().replace(/\s+/g, ' ').slice(0, 40);
      const samePage = (one: HTMLElement) =>
        !(one instanceof HTMLAnchorElement) || one.pathname === location.pathname;
      return [...document.querySelectorAll<HTMLElement>(css)]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0)
        .filter((one) => samePage(one) && !isUnwanted.test(nameOf(one)))
        .slice(0, most)
        .map((one, index) => {
          one.dataset['benchControl'] = String(index);
          return nameOf(one) || one.localName;
        });
    },
    { css: controls, most: MAX_CONTROLS, unwanted: leaves.source },
  );

/** Returns null if an earlier tap has removed or covered the control. */
async function measureTap(
  page: Page,
  session: CDPSession,
  index: number,
): Promise<Omit<Tap, 'screen' | 'control'> | null> {
  const point = await page.evaluate(async (at) => {
    const control = document.querySelector<HTMLElement>(`[data-bench-control="${at}"]`);
    if (!control?.checkVisibility({ visibilityProperty: true })) return null;
    control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const { x, y, width, height } = control.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    const hit = document.elementFromPoint(middle.x, middle.y);
    return hit && (control.contains(hit) || hit.contains(control)) ? middle : null;
  }, index);
  if (!point) return null;
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await page.evaluate(observeTap);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // A tap that opens another page is answered by that page.
  const ms = await page
    .waitForFunction(() => (window as { benchTap?: number }).benchTap, undefined, { timeout: ANSWER_MS })
    .then((handle) => handle.jsonValue())
    .catch(() => null);
  const ended = tracingEnds(session);
  await session.send('Tracing.end');
  await ended;
  session.off('Tracing.dataCollected', collect);
  return typeof ms === 'number' ? { ms, ...costOf(events) } : null;
}

/** Runs in the page. Keeps the longest event of the next interaction in `window.benchTap`. */
function observeTap(): void {
  const state = window as { benchTap?: number | undefined };
  state.benchTap = undefined;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId)
        state.benchTap = Math.max(state.benchTap ?? 0, entry.duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 });
}

const costOf = (events: readonly TraceEvent[]) => {
  const milliseconds = (...names: readonly string[]) =>
    events.filter(({ name }) => names.includes(name)).reduce((sum, { dur = 0 }) => sum + dur / 1_000, 0);
  return {
    restyled: events.reduce(
      (sum, { name, args }) => sum + (name === 'UpdateLayoutTree' ? (args?.elementCount ?? 0) : 0),
      0,
    ),
    style: milliseconds('UpdateLayoutTree'),
    layout: milliseconds('Layout'),
    script: milliseconds('EventDispatch', 'EvaluateScript'),
  };
};

const closeDialogs = (page: Page) =>
  page
    .evaluate(() => {
      for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
    })
    .catch(() => undefined);
