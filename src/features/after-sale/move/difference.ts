import type { Refusal } from '#contract/errors.ts';
import type { WritableAtom } from 'nanostores';
import { type Action, leaving } from '#ui/kit/action.ts';
import { holdUpgrade, payMove } from '../api.ts';
import { noteMessages } from '../messages.ts';
import type { Target } from '../model.ts';
import type { ChosenMove, Note } from '../state.ts';

interface Needs extends Pick<Action<Note>, 'run'> {
  token: string | null;
  $chosenMove: WritableAtom<ChosenMove | null>;
  refuse: (refusal: Refusal) => Promise<Note>;
  quote: (link: string, lineId: string, target: Target) => Promise<Note | null>;
  /** Leaves the page and opens Stripe's checkout page. */
  leave: (url: string) => void;
}

/**
 * Creates the store for a move that costs more. The new spot is reserved as a separate order, and the old spot stays
 * booked until the difference is paid.
 */
export function createDifference({ token, run, $chosenMove, refuse, quote, leave }: Needs) {
  function showNewDifference(target: Target, differenceCents: number): Note {
    $chosenMove.set({ target, differenceCents });
    return { tone: 'warn', text: noteMessages.differenceChanged(differenceCents) };
  }

  async function pay(lineId: string, { target, differenceCents }: ChosenMove): Promise<void> {
    if (token !== null) await run(() => holdAndLeave(token, lineId, { target, differenceCents }));
  }

  async function holdAndLeave(link: string, lineId: string, { target, differenceCents }: ChosenMove) {
    const heldOrder = await holdUpgrade(link, lineId, target.id);
    // The database answers `refund_changed` if the new spot no longer costs more.
    if (!heldOrder.ok && heldOrder.code === 'refund_changed') return quote(link, lineId, target);
    if (!heldOrder.ok) return refuse(heldOrder);
    const { secret, total_cents } = heldOrder.value;
    if (total_cents !== differenceCents) return showNewDifference(target, total_cents);
    const answer = await payMove(secret, total_cents);
    if (answer.ok) {
      leave(answer.value.url);
      return leaving;
    }
    if (answer.code === 'price_changed' && answer.cents !== undefined)
      return showNewDifference(target, answer.cents);
    // The order is closed if the parent already paid in another window.
    return refuse(answer.code === 'order_closed' ? { code: 'line_closed' } : answer);
  }

  return pay;
}
