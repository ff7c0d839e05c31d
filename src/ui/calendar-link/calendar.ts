import { atom } from 'nanostores';
import { createAction, type Message } from '../kit/action.ts';
import { calendarMessages } from './messages.ts';

type Made = { address: string } | { refusal: string };
interface Ended {
  refusal: string | null;
}

/** The actions that end the current address, so that the user must confirm them. */
export type Ending = 'renew' | 'revoke';

/**
 * Creates the store of a calendar's secret address. The database stores only the address's hash, so the address is
 * shown once.
 */
export function createCalendar({
  renew,
  revoke: end,
  changed,
  copy = (text: string) => navigator.clipboard.writeText(text),
}: {
  renew: () => Promise<Made>;
  revoke: () => Promise<Ended>;
  /** Called when the information about the address is outdated. */
  changed: () => Promise<void>;
  copy?: (text: string) => Promise<void>;
}) {
  const $address = atom<string | null>(null);
  const $copied = atom(false);
  const $asking = atom<Ending | null>(null);
  const { $busy, $outcome, run } = createAction();

  const change = (work: () => Promise<Message | null>) =>
    run(async () => {
      $asking.set(null);
      const outcome = await work();
      if (outcome?.tone !== 'bad') await changed();
      return outcome;
    });

  const make = () =>
    change(async () => {
      const answer = await renew();
      if ('refusal' in answer) return { tone: 'bad', text: answer.refusal };
      $address.set(answer.address);
      $copied.set(false);
      return null;
    });

  const revoke = () =>
    change(async () => {
      const { refusal } = await end();
      if (refusal !== null) return { tone: 'bad', text: refusal };
      $address.set(null);
      return { tone: 'calm', text: calendarMessages.revoked };
    });

  async function copyAddress(): Promise<void> {
    const address = $address.get();
    if (address === null) return;
    // If the browser refuses, the user can copy the address from the field.
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

/** Returns a `webcal:` address. A phone that opens it offers to subscribe to the calendar. */
export const subscribePath = (address: string): string => address.replace(/^https?:/, 'webcal:');
export const googlePath = (address: string): string =>
  `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: subscribePath(address) }).toString()}`;
