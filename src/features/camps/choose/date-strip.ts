import { packageId } from '#domain/package-id.ts';
import { formatDate } from '#domain/dates.ts';
import { fill } from '#domain/fill.ts';
import { isBookable, shownStart, type CampDate } from '#domain/camp.ts';
import { chipText } from './chip-text.ts';

/** The page may be hours old, so the browser updates the dates (spec 2 §9). */
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
    }
  }

  showNext(starts: readonly string[]): void {
    const shown = this.querySelector<HTMLElement>('[data-next]');
    if (!shown) return;
    const start = shownStart(starts, new Date());
    const text = start && fill(shown.dataset['next'] ?? '', { date: formatDate(start) });
    shown.hidden = text === null;
    if (text !== null) shown.textContent = text;
  }
}

customElements.define('date-strip', DateStrip);
