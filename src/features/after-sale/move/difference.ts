import type { Refusal } from '#contract/errors.ts';
import type { WritableAtom } from 'nanostores';
import { holdMove, payMove } from '../api.ts';
import { noteMessages } from '../messages.ts';
import type { Target } from '../model.ts';
import type { ChosenMove, Note } from '../state.ts';

interface Needs {
  token: string | null;
  $busy: WritableAtom<boolean>;
  $note: WritableAtom<Note | null>;
  $chosenMove: WritableAtom<ChosenMove | null>;
  refuse: (refusal: Refusal) => Promise<void>;
  askMove: (lineId: string, target: Target) => Promise<void>;
  /** Leaves for Stripe's page. */
  leave: (url: string) => void;
}

/**
 * Moves to a place that costs more: it is held as an order of its own and paid on Stripe's page. The old place stays
 * booked until then.
 */
export function createDifference({ token, $busy, $note, $chosenMove, refuse, askMove, leave }: Needs) {
  function askAgain(target: Target, differenceCents: number): void {
    $chosenMove.set({ target, differenceCents });
    $note.set({ tone: 'warn', text: noteMessages.differenceChanged(differenceCents) });
  }

  async function pay(lineId: string, { target, differenceCents }: ChosenMove): Promise<void> {
    if ($busy.get() || token === null) return;
    $busy.set(true);
    $note.set(null);
    const left = await holdAndLeave(token, lineId, { target, differenceCents });
    // The page stays busy on the way to Stripe, so that nothing is pressed twice; the return resets it (store.ts).
    if (!left) $busy.set(false);
    if (left === null) await askMove(lineId, target);
  }

  /**
   * True on the way to Stripe's page, false after a refusal, and null if the move no longer costs more and needs a new
   * quote.
   */
  async function holdAndLeave(link: string, lineId: string, chosen: ChosenMove): Promise<boolean | null> {
    const held = await holdMove(link, lineId, chosen.target.id);
    if (!held.ok) {
      if (held.code === 'refund_changed') return null;
      await refuse(held);
      return false;
    }
    const { secret, total_cents } = held.value;
    if (total_cents !== chosen.differenceCents) {
      askAgain(chosen.target, total_cents);
      return false;
    }
    const answer = await payMove(secret, total_cents);
    if (answer.ok) {
      leave(answer.value.url);
      return true;
    }
    if (answer.code === 'price_changed' && answer.cents !== undefined) askAgain(chosen.target, answer.cents);
    // It was already paid in another window.
    else await refuse(answer.code === 'order_closed' ? { code: 'line_closed' } : answer);
    return false;
  }

  return pay;
}
