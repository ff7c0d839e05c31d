import { packageId } from '#domain/package-id.ts';
import { formatDate } from '#domain/dates.ts';
import { fill } from '#domain/fill.ts';
import { isBookable, shownStart, type CampDate } from '#domain/camp.ts';
import { chipText, priceAndPlace } from './chip-text.ts';

/** The strip of dates. The page may be hours old, so the browser updates the dates (spec 2 §9). */
export class DateStrip extends HTMLElement {
  show(camps: readonly CampDate[], fullText: string): void {
    const campsByHash = new Map(camps.map((camp) => [`#${packageId(camp.id)}`, camp]));
    for (const chip of this.querySelectorAll<HTMLAnchorElement>('li a')) {
      const camp = campsByHash.get(chip.hash);
      chip.closest('li')?.toggleAttribute('hidden', !camp);
      const label = chip.querySelector('span');
      if (!camp || !label) continue;
      chip.classList.toggle('full', !isBookable(camp));
      label.textContent = chipText(camp, fullText);
      const details = chip.querySelector('small');
      if (details) details.textContent = priceAndPlace(camp);
    }
  }

  showNext(starts: readonly string[]): void {
    const nextElement = this.querySelector<HTMLElement>('[data-next]');
    if (!nextElement) return;
    const start = shownStart(starts, new Date());
    const text = start && fill(nextElement.dataset['next'] ?? '', { date: formatDate(start) });
    nextElement.hidden = text === null;
    if (text !== null) nextElement.textContent = text;
  }
}

customElements.define('date-strip', DateStrip);
