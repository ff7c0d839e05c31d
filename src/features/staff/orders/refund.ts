import { type OrderDetails, StaffRefund } from '#contract/management-orders.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { createForm } from '#ui/kit/form/form.ts';
import {
  adaptDraft,
  amountFault,
  centsOf,
  dollarsOf,
  type RefundDraft,
  type Subject,
  termsOf,
} from './model.ts';

interface Rules {
  details: OrderDetails;
  subject: Subject;
  /** Sends the refund. Returns null if nothing was sent. */
  send: (request: StaffRefund, draft: RefundDraft) => Promise<Answer<unknown> | null>;
  onSent: () => void;
}

/**
 * Creates the form of a refund. It uses the terms with which it was opened until staff learn that they have changed.
 */
export function createRefundForm({ details, subject, send, onSent }: Rules) {
  const $terms = atom(termsOf(details, subject));
  let key = crypto.randomUUID();
  let shownRefunds = details.refunds.length;
  const { isDisputed, hasOpenParts, byRules, maxCents } = $terms.get();
  const cancels = isDisputed || (hasOpenParts && byRules !== null);
  const empty: RefundDraft = {
    cancelsPlace: cancels,
    amount: dollarsOf(cancels ? (byRules ?? 0) : maxCents),
    reason: cancels ? 'cancelled' : 'goodwill',
    note: '',
    toBalance: false,
  };
  const form = createForm(StaffRefund, {
    empty,
    read(draft) {
      const fault = amountFault(draft, $terms.get());
      const cents = centsOf(draft.amount);
      if (fault !== null) return { faults: { amount: fault }, body: null };
      const note = draft.note.trim();
      if (draft.reason === 'other' && note === '' && cents !== 0)
        return { faults: { note: { kind: 'nothing_filled_in' } }, body: null };
      const body = {
        reason: draft.reason,
        note: note === '' ? null : note,
        to_balance: draft.toBalance === true,
      };
      return { faults: {}, body: cents === null ? null : { cents, ...body } };
    },
    send,
    onSent() {
      onSent();
      return null;
    },
    // The sheet shows the refusal of each action of the order.
    onRefused: () => null,
    fieldOf: (path) => (path === 'cents' ? 'amount' : path === 'reason' || path === 'note' ? path : null),
  });

  /** Replaces the terms by the order's current ones. Typed values stay if the new terms allow them. */
  function renew(now: OrderDetails): void {
    const previousTerms = $terms.get();
    $terms.set(termsOf(now, subject));
    form.change(adaptDraft(form.$values.get(), previousTerms, $terms.get()));
    key = crypto.randomUUID();
    shownRefunds = now.refunds.length;
  }

  return {
    ...form,
    subject,
    $terms,
    /** The key of the request. Sending it again with the same key makes only one refund. */
    key: () => key,
    /** What staff saw. Each request contains it, so that an outdated refund is refused. */
    shown: () => ({ key, shownRefunds, shownMaxCents: $terms.get().leftCents }),
    renew,
  };
}
export type RefundForm = ReturnType<typeof createRefundForm>;
