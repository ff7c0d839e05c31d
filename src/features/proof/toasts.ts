import { timing } from '../../config/timing.ts';
import { adoptStyles, popupsFragment } from '../../browser/fragment.ts';
import { overlay } from '../../browser/overlay.ts';
import { recentBookings } from './api.ts';
import { inventedWords } from './messages.ts';
import { distinct, entryOf, invented, type Entry } from './model.ts';
import styles from './toast.css?inline';

/** Shows what others booked: five toasts at most, one every 12 s, each for 4 s (spec 2 §4). */
export async function startToasts(): Promise<void> {
  const found = (await popupsFragment()).querySelector<HTMLElement>('[data-social-proof]');
  if (!found) return;
  const entries = await entriesOf(found.dataset['source']);
  if (entries.length === 0) return;
  adoptStyles(styles);
  const place = document.importNode(found, true);
  document.body.append(place);
  const card = place.querySelector<HTMLElement>('.proof-card');
  if (card) run(card, entries.slice(0, timing.PROOF_TOASTS));
}

async function entriesOf(source: string | undefined): Promise<Entry[]> {
  if (source === 'simulated') return invented(timing.PROOF_SIMULATED, inventedWords, Math.random);
  return distinct((await recentBookings()).map(entryOf));
}

function run(card: HTMLElement, entries: Entry[]): void {
  const write = (name: string, text: string) => {
    const part = card.querySelector(`[data-${name}]`);
    if (part) part.textContent = text;
  };
  const turn = () => {
    // A dialog is open: this one waits for the next turn.
    if (!overlay.isFree()) return;
    const entry = entries.shift();
    if (!entry) {
      clearInterval(timer);
      return;
    }
    write('title', entry.title);
    write('place', entry.place);
    write('when', entry.when);
    card.hidden = false;
    setTimeout(() => (card.hidden = true), timing.PROOF_SHOWN_MS);
  };
  const timer = setInterval(turn, timing.PROOF_EVERY_MS);
  // Whoever puts one away wants no more of them.
  card.querySelector('button')?.addEventListener('click', () => {
    clearInterval(timer);
    card.hidden = true;
  });
  turn();
}
