import type { ErrorCode } from '#contract/errors.ts';
import type { OrderDetails, StaffOrder } from '#contract/management-orders.ts';
import { atom } from 'nanostores';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';
import { amountFault, centsOf, openForm, type RefundDraft, type RefundForm, type Subject } from './model.ts';

export type Outcome =
  | {
      state: 'done';
      what: 'paid_back' | 'given_back' | 'link' | 'link_lately' | 'mail' | 'settled' | 'decided';
      cents?: number;
    }
  | { state: 'refused'; code: ErrorCode };

/** Without an answer it is unknown whether the request arrived, so only the same request may be sent again. */
const isLost = (code: ErrorCode) => code === 'unexpected';

/** The order that the address names, its full history, and the actions on it. */
export function createOrderDetail(onChanged: (order: StaffOrder) => void) {
  const detail = createDetail<OrderDetails, ErrorCode, Outcome>({
    name: 'order',
    read: api.fetchOrder,
    onRead: ({ order }) => onChanged(order),
  });
  const { $view, $outcome, act } = detail;
  /** The open refund form. */
  const $form = atom<RefundForm | null>(null);
  let openId: string | null = null;
  $view.listen((view) => {
    const id = view.state === 'closed' ? null : view.id;
    // The form belongs to the order that was open before.
    if (id !== openId) $form.set(null);
    openId = id;
  });

  const ready = (): OrderDetails | null => {
    const shown = $view.get();
    return shown.state === 'ready' ? shown.record : null;
  };
  function openRefund(subject: Subject): void {
    const details = ready();
    if (details === null) return;
    $outcome.set(null);
    $form.set(openForm(details, subject));
  }
  const leaveRefund = () => $form.set(null);
  function change(more: Partial<RefundDraft>): void {
    const form = $form.get();
    if (form) $form.set({ ...form, draft: { ...form.draft, ...more } });
  }

  /** Sending again after a lost answer makes one refund, because the key and the refundable amount are the same. */
  const ask = (
    { order: { order_id } }: OrderDetails,
    { subject, draft, terms, refundCount, key }: RefundForm,
    cents: number,
  ) => {
    const asked = { cents, reason: draft.reason, seenLeft: terms.most, seenRefunds: refundCount, key };
    return draft.place === 'goes'
      ? api.giveBack(order_id, terms, { ...asked, isWhole: 'all' in subject })
      : api.payBack('lineId' in subject ? { line: subject.lineId } : { order: order_id }, asked);
  };
  async function refund(): Promise<void> {
    const form = $form.get();
    const cents = form && centsOf(form.draft.amount);
    if (form === null || cents === null || amountFault(form.draft, form.terms) !== null) return;
    const done: Extract<Outcome, { state: 'done' }> = {
      state: 'done',
      what: form.draft.place === 'goes' ? 'given_back' : 'paid_back',
      cents,
    };
    const isDone = await act(async (details) => outcomeOf(await ask(details, form, cents), () => done));
    const details = ready();
    const outcome = $outcome.get();
    // Another order's form may be open by now.
    if (details === null || $form.get()?.key !== form.key) return;
    if (isDone) leaveRefund();
    else if (outcome?.state === 'refused') {
      const again = openForm(details, form.subject, $form.get() ?? form);
      // The answer was lost but the refund exists; or the place is cancelled and nothing more had been requested.
      const isThere = details.refunds.some(({ key }) => key === form.key);
      const isGone = form.draft.place === 'goes' && again.terms.byRules === null;
      if (isThere || (isLost(outcome.code) && isGone && cents === form.terms.byRules)) {
        $outcome.set(done);
        leaveRefund();
      } else if (!isLost(outcome.code)) $form.set(again);
      else if (isGone) {
        // A cancellation does everything or nothing, so somebody else must have cancelled the line.
        $outcome.set({ state: 'refused', code: 'line_closed' });
        $form.set(again);
      }
    }
  }

  const sendLink = () =>
    act(async ({ order }) =>
      outcomeOf(await api.sendLink(order.order_id), ({ queued }) => ({
        state: 'done',
        what: queued ? 'link' : 'link_lately',
      })),
    );
  const resend = (mailId: string) =>
    act(async () => outcomeOf(await api.resendMail(mailId), () => ({ state: 'done', what: 'mail' })));
  const settle = (refundId: string) =>
    act(async () => outcomeOf(await api.settleRefund(refundId), () => ({ state: 'done', what: 'settled' })));
  const decide = (decisionId: string, resolution: 'refund' | 'kept' | 'ended') =>
    act(async () =>
      outcomeOf(await api.resolveDecision(decisionId, resolution), () => ({
        state: 'done',
        what: 'decided',
      })),
    );

  return { ...detail, $form, openRefund, change, leaveRefund, refund, sendLink, resend, settle, decide };
}
export type OrderDetail = ReturnType<typeof createOrderDetail>;
