import * as timing from '#config/timing.ts';
import { adoptStyles, popupsFragment } from '#browser/fragment.ts';
import { recentBookings } from './api.ts';
import { simulatedMessages } from './messages.ts';
import { removeRepeats, entryOf, inventEntries, type Entry } from './model.ts';
import { ProofToast } from './proof-toast.ts';
import styles from './toast.css?inline';

/** Starts the toasts. A visitor sees at most five of them (spec 2 §4). */
export async function startToasts(): Promise<void> {
  const element = (await popupsFragment()).querySelector('proof-toast');
  if (!(element instanceof HTMLElement)) return;
  const entries = await entriesOf(element.dataset['source']);
  const toast = document.importNode(element, true);
  if (entries.length === 0 || !(toast instanceof ProofToast)) return;
  adoptStyles(styles);
  toast.entries = entries.slice(0, timing.PROOF_TOASTS);
  document.body.append(toast);
}

async function entriesOf(source: string | undefined): Promise<Entry[]> {
  if (source === 'simulated') return inventEntries(timing.PROOF_SIMULATED, simulatedMessages, Math.random);
  return removeRepeats((await recentBookings()).map(entryOf));
}
