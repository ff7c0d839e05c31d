import type { ErrorCode } from '#contract/errors.ts';
import { atom, computed } from 'nanostores';
import { readFamily } from '#api/family.ts';
import {
  type ConsentAnswer,
  type FamilyConsents,
  readConsents,
  recordConsent,
} from '#api/family-consents.ts';
import { createQueue } from '#browser/queue.ts';
import { errorText } from '#api/error-text.ts';
import type { Message } from '#ui/kit/action.ts';
import { consentErrors, consentMessages } from './messages.ts';

export type ConsentsView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; consents: FamilyConsents };

export function createConsents(userId: string) {
  const $view = atom<ConsentsView>({ state: 'loading' });
  const queue = createQueue();
  const $busy = computed(queue.$pendingKeys, ({ size }) => size > 0);
  /** A message. `place` says where it appears, which is a purpose or the line about outdated consents. */
  const $message = atom<(Message & { place: string }) | null>(null);
  let family: string | null = null;

  async function open(familyId: string | null): Promise<void> {
    family = familyId;
    await read();
  }

  async function read(): Promise<void> {
    const answer = await readConsents(userId, family);
    if (answer.ok) $view.set({ state: 'ready', consents: answer.value });
    else if ($view.get().state !== 'ready') $view.set({ state: 'failed', code: answer.code });
  }

  function retry(): void {
    $view.set({ state: 'loading' });
    void read();
  }

  /** Saves answers one after the other, and stops at the first error. Those that were already saved remain. */
  const save = (place: string, entries: readonly ConsentAnswer[]) =>
    queue.run(JSON.stringify(entries), () => record(place, entries));

  async function record(place: string, entries: readonly ConsentAnswer[]): Promise<void> {
    $message.set(null);
    let refusalCode: ErrorCode | null = null;
    for (const entry of entries) {
      const answer = await recordConsent(entry);
      if (answer.ok) continue;
      refusalCode = answer.code;
      break;
    }
    await read();
    $message.set(
      refusalCode === null
        ? { place, tone: 'calm', text: consentMessages.saved }
        : { place, tone: 'bad', text: await errorText(refusalCode, consentErrors) },
    );
    void readFamily();
  }

  return { $view, $busy, $message, open, read, retry, save };
}
export type Consents = ReturnType<typeof createConsents>;
