import type { CalendarLink, RevokedCalendar } from '#contract/calendar-links.ts';
import { atom } from 'nanostores';
import { errorText, type OwnMessages } from '#api/error-text.ts';
import type { Answer } from '#api/errors.ts';
import { env } from '#config/env.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import { calendarMessages } from './messages.ts';

/** Both disable the current address, so they ask for confirmation. */
export type Ending = 'renew' | 'revoke';

/** The calendar's secret address: created, copied, renewed, revoked. Only its hash is stored, so it is shown once. */
export function createCalendar({
  pathOf,
  renew,
  revoke: end,
  refusals,
  changed,
  copy = (text: string) => navigator.clipboard.writeText(text),
}: {
  /** The address without that of our functions. */
  pathOf: (token: string) => string;
  renew: () => Promise<Answer<CalendarLink>>;
  revoke: () => Promise<Answer<RevokedCalendar>>;
  refusals: OwnMessages;
  /** Called when the shown information about the address is outdated. */
  changed: () => Promise<void>;
  copy?: (text: string) => Promise<void>;
}) {
  const $address = atom<string | null>(null);
  const $copied = atom(false);
  const $asking = atom<Ending | null>(null);
  const { $busy, $outcome, run } = createAction();

  const change = <T>(call: () => Promise<Answer<T>>, done: (value: T) => Message | null) =>
    run(async () => {
      $asking.set(null);
      const answer = await call();
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, refusals) };
      const outcome = done(answer.value);
      await changed();
      return outcome;
    });

  const make = () =>
    change(renew, ({ token }) => {
      $address.set(`${env().PUBLIC_SUPABASE_URL}/functions/v1/${pathOf(token)}`);
      $copied.set(false);
      return null;
    });

  const revoke = () =>
    change(end, () => {
      $address.set(null);
      return { tone: 'calm', text: calendarMessages.revoked };
    });

  async function copyAddress(): Promise<void> {
    const address = $address.get();
    if (address === null) return;
    // If the browser refuses, the person can copy the text from the field.
    await copy(address).then(
      () => $copied.set(true),
      () => undefined,
    );
  }

  return {
    $address,
    $copied,
    $asking,
    $busy,
    $outcome,
    make,
    revoke,
    copyAddress,
    ask: (ending: Ending) => $asking.set(ending),
    keep: () => $asking.set(null),
  };
}
export type Calendar = ReturnType<typeof createCalendar>;

/** Opening it makes the phone's calendar offer to subscribe. */
export const subscribePath = (address: string): string => address.replace(/^https?:/, 'webcal:');
export const googlePath = (address: string): string =>
  `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: subscribePath(address) }).toString()}`;
