import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { readText, writeText } from '#browser/text-storage.ts';
import { PageElement } from '#ui/page-element.ts';
import { endOf, hoursLeft, type Source } from './early-bird.ts';

export class EarlyBirdClock extends PageElement {
  protected override start(signal: AbortSignal): void {
    const number = this.querySelector<HTMLElement>('[data-hours]');
    const { source, deadline = '' } = this.dataset;
    const end = endOf((source ?? 'off') as Source, deadline, firstVisit(), timing.COUNTDOWN_HOURS);
    if (!number || end === null) return;
    const tick = () => {
      const hoursText = hoursLeft(end, Date.now());
      if (hoursText !== null) {
        number.textContent = hoursText;
        return;
      }
      clearInterval(timer);
      // A real deadline ends the offer. A simulated one only hides the clock.
      const over = this.querySelector<HTMLElement>(deadline === '' ? '[data-clock]' : 'aside');
      if (over) over.hidden = true;
    };
    const timer = setInterval(tick, timing.CLOCK_TICK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    tick();
  }
}

/** Returns the time of this visitor's first visit. If the browser's storage is blocked, returns the present time. */
function firstVisit(): number {
  const storedTime = Number(readText(storageKeys.firstVisit));
  if (storedTime > 0) return storedTime;
  const now = Date.now();
  writeText(storageKeys.firstVisit, String(now));
  return now;
}

customElements.define('early-bird-clock', EarlyBirdClock);
