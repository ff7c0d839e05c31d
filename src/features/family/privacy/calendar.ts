import { calendarPath } from '#contract/family-privacy.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { env } from '#config/env.ts';
import { renewCalendar, revokeCalendar } from './api.ts';
import { calendarMessages, refusals } from './messages.ts';

/** Both disable the current address, so they ask for confirmation. */
export type Ending = 'renew' | 'revoke';

/** The calendar's secret address: created, copied, renewed, revoked. Only its hash is stored, so it is shown once. */
export function createCalendar({
  changed,
  copy = (text: string) => navigator.clipboard.writeText(text),
}: {
  /** Called when the receipt's information about the address is outdated. */
  changed: () => Promise<void>;
  copy?: (text: string) => Promise<void>;
}) {
  const $address = atom<string | null>(null);
  const $copied = atom(false);
  const $asking = atom<Ending | null>(null);
  const $busy = atom(false);
  const $note = atom<{ tone: 'calm' | 'bad'; text: string } | null>(null);

  async function make(): Promise<void> {
    if ($busy.get()) return;
    begin();
    const answer = await renewCalendar();
    if (answer.ok) {
      $address.set(`${env().PUBLIC_SUPABASE_URL}/functions/v1/${calendarPath(answer.value.token)}`);
      $copied.set(false);
      await changed();
    } else $note.set({ tone: 'bad', text: await errorText(answer.code, refusals) });
    $busy.set(false);
  }

  async function revoke(): Promise<void> {
    if ($busy.get()) return;
    begin();
    const answer = await revokeCalendar();
    if (answer.ok) {
      $address.set(null);
      $note.set({ tone: 'calm', text: calendarMessages.revoked });
      await changed();
    } else $note.set({ tone: 'bad', text: await errorText(answer.code, refusals) });
    $busy.set(false);
  }

  function begin(): void {
    $busy.set(true);
    $note.set(null);
    $asking.set(null);
  }

  async function copyAddress(): Promise<void> {
    const address = $address.get();
    if (address === null) return;
    // If the browser refuses, the parent can copy the text from the field.
    await copy(address).then(
      () => $copied.set(true),
      () => undefined,
    );
  }

  return {
    ...{ $address, $copied, $asking, $busy, $note, make, revoke, copyAddress },
    ask: (ending: Ending) => $asking.set(ending),
    keep: () => $asking.set(null),
  };
}
export type Calendar = ReturnType<typeof createCalendar>;

/** Opening it makes the phone's calendar offer to subscribe. */
export const subscribePath = (address: string): string => address.replace(/^https?:/, 'webcal:');
export const googlePath = (address: string): string =>
  `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: subscribePath(address) }).toString()}`;
