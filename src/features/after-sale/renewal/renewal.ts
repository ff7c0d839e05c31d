import type { Renewal } from '#contract/passes.ts';
import { atom, type WritableAtom } from 'nanostores';
import { report } from '#browser/report.ts';
import { findRenewal, openPortal } from '../api.ts';
import { refusalWords } from '../messages.ts';
import type { Note } from '../state.ts';

interface Needs {
  token: string | null;
  $busy: WritableAtom<boolean>;
  $note: WritableAtom<Note | null>;
  leave: (url: string) => void;
}

export type Known = { state: 'none' } | { state: 'unknown' } | { state: 'known'; renewal: Renewal };

/**
 * A pass that renews itself: when, and the way to the page where it is ended or its card changed (decisions
 * "Renewals").
 */
export function createRenewal({ token, $busy, $note, leave }: Needs) {
  const $known = atom<Known>({ state: 'none' });
  let loading: Promise<void> | undefined;

  async function read(): Promise<void> {
    if (token === null) return;
    const answer = await findRenewal(token);
    if (answer.ok) $known.set({ state: 'known', renewal: answer.value });
    // What cannot be read here may still be managed there.
    else $known.set({ state: answer.code === 'subscription_not_found' ? 'none' : 'unknown' });
  }

  /** Once for a page, however often it is mounted. */
  function load(): Promise<void> {
    loading ??= read();
    return loading;
  }

  /** A pass was given back, and its renewal may have ended with it. */
  async function refresh(): Promise<void> {
    if (loading) await (loading = read());
  }

  async function open(): Promise<void> {
    if ($busy.get() || token === null) return;
    $busy.set(true);
    $note.set(null);
    const answer = await openPortal(token);
    if (answer.ok) {
      leave(answer.value.url);
      return;
    }
    if (answer.code === 'unexpected') report('The billing portal could not be opened');
    $note.set({ tone: 'bad', text: await refusalWords(answer.code), help: true });
    $busy.set(false);
  }

  return { $known, load, refresh, open };
}
