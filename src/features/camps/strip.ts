import { chipText } from './card.ts';
import { isBookable, type CampDate } from './model.ts';

/** The strip as it is when somebody looks: what has begun or is off sale goes, what is full says so (spec 2 §4). */
export function refreshStrip(camps: readonly CampDate[], fullText: string): void {
  const known = new Map(camps.map((camp) => [camp.id, camp]));
  for (const chip of document.querySelectorAll<HTMLElement>('.date-strip [data-pick]')) {
    const camp = known.get(chip.dataset['pick'] ?? '');
    chip.closest('li')?.toggleAttribute('hidden', !camp);
    const label = chip.querySelector('span');
    if (!camp || !label) continue;
    chip.classList.toggle('full', !isBookable(camp));
    label.textContent = chipText(camp, fullText);
  }
}
