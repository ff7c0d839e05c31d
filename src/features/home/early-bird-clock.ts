import { storageKeys } from '../../config/paths.ts';
import { timing } from '../../config/timing.ts';
import { readText, writeText } from '../../browser/text-storage.ts';
import { endOf, hoursLeft, type Source } from './early-bird.ts';

/** Plain script of the home page: counts down while the page is there. */
export function runClock(strip: HTMLElement): void {
  const number = strip.querySelector<HTMLElement>('[data-hours]');
  const { source, deadline = '' } = strip.dataset;
  const end = endOf((source ?? 'off') as Source, deadline, firstVisit(), timing.COUNTDOWN_HOURS);
  if (!number || end === null) return;
  const tick = () => {
    const left = hoursLeft(end, Date.now());
    if (left !== null) number.textContent = left;
    else {
      clearInterval(timer);
      // A real deadline ends the offer itself; an invented one only its clock.
      const over = deadline === '' ? number.closest<HTMLElement>('[data-clock]') : strip;
      if (over) over.hidden = true;
    }
  };
  const timer = setInterval(tick, timing.CLOCK_TICK_MS);
  tick();
}

/** When this visitor first came, kept in the browser; now, where nothing can be kept. */
function firstVisit(): number {
  const stored = Number(readText(storageKeys.firstVisit));
  if (stored > 0) return stored;
  const now = Date.now();
  writeText(storageKeys.firstVisit, String(now));
  return now;
}
