import type { CancelledByUsChoice } from '#contract/after-sale.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Instalment, TakeInstalment } from '#contract/instalments.ts';
import type { OrderDetails, StaffOrder, StaffRefund } from '#contract/management-orders.ts';
import { atom } from 'nanostores';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';
import { createChoice } from './choice.ts';
import { canRefund, cannotCancel, type RefundDraft, type Subject, termsOf } from './model.ts';
import { createRefundForm, type RefundForm } from './refund.ts';

export type Outcome =
  | {
      state: 'done';
      what:
        | 'refunded'
        | 'cancelled'
        | 'link'
        | 'link_just_sent'
        | 'links_ended'
        | 'links_ended_only'
        | 'mail'
        | 'mail_left_out'
        | 'settled'
        | 'decided'
        | 'taken'
        | 'reminded'
        | 'reminded_before'
        | 'more_time'
        | 'written_off'
        | CancelledByUsChoice['kind'];
      cents?: number;
    }
  | { state: 'refused'; code: ErrorCode; names?: readonly string[] };

/**
 * Returns whether the answer was lost. It is then unknown whether the request arrived, so only the same request may be
 * sent again.
 */
const isLost = (code: ErrorCode) => code === 'unexpected';

/**
 * Returns the order whose refund form a link (`&refund=`) opens, and removes that from the address. The link only
 * opens the form, in which staff decide what is refunded.
 */
function takeRefundLink(): string | null {
  const query = new URLSearchParams(location.search);
  const orderId = query.has('refund') ? query.get('order') : null;
  if (orderId !== null) {
    query.delete('refund');
    history.replaceState(history.state, '', `${location.pathname}?${query.toString()}`);
  }
  return orderId;
}

export function createOrderDetailsStore(onChanged: (order: StaffOrder) => void) {
  const detail = createDetail<OrderDetails, ErrorCode, Outcome>({
    name: 'order',
    read: api.fetchOrder,
    // Moves and late choices are made on the family's page, possibly in another tab.
    readsOnReturn: true,
    onRead: ({ order }) => onChanged(order),
  });
  /** The id of the order whose refund form the address opens. It is undefined until the address has been read. */
  let linkedRefundId: string | null | undefined;
  const { $view, $outcome, act } = detail;
  const $refund = atom<RefundForm | null>(null);
  /** Carries out what a family chose for a camp that we cancelled. */
  const choice = createChoice(
    (lineId, familyChoice, shownCents) =>
      act(async () =>
        outcomeOf(await api.resolveChoice(lineId, familyChoice, shownCents), () => ({
          state: 'done',
          what: familyChoice.kind,
          cents: shownCents,
        })),
      ),
    (code) => $outcome.set({ state: 'refused', code }),
  );
  let openId: string | null = null;
  $view.listen((view) => {
    const id = view.state === 'closed' ? null : view.id;
    // The form belongs to the order that was open before.
    if (id !== openId) {
      $refund.set(null);
      choice.leave();
    }
    openId = id;
    linkedRefundId ??= takeRefundLink();
    if (view.state === 'ready' && linkedRefundId === view.id) {
      linkedRefundId = null;
      if (view.record.left_of_order > 0 && canRefund(view.record, { all: true })) openRefund({ all: true });
    }
  });

  const readyDetails = (): OrderDetails | null => {
    const view = $view.get();
    return view.state === 'ready' ? view.record : null;
  };
  function openRefund(subject: Subject): void {
    const details = readyDetails();
    if (details === null) return;
    $outcome.set(null);
    choice.leave();
    const form: RefundForm = createRefundForm({
      details,
      subject,
      send: (request, draft) => refund(form, request, draft),
      // The form of another order may be open by now.
      onSent: () => $refund.get() === form && leaveRefund(),
    });
    $refund.set(form);
  }
  const leaveRefund = () => $refund.set(null);
  function openChoice(lineId: string): void {
    leaveRefund();
    $outcome.set(null);
    void choice.open(lineId);
  }

  /**
   * Returns the request of a form. Its key and the shown values do not change, so that sending it again after a lost
   * answer makes only one refund.
   */
  function request(
    { order: { order_id } }: OrderDetails,
    { subject, $terms, shown }: RefundForm,
    body: StaffRefund,
    { cancelsPlace }: RefundDraft,
  ) {
    const refundRequest = { ...body, ...shown() };
    return cancelsPlace
      ? api.cancelLines(order_id, $terms.get(), { ...refundRequest, isWhole: 'all' in subject })
      : api.refund('lineId' in subject ? { line: subject.lineId } : { order: order_id }, refundRequest);
  }

  /**
   * Refunds and returns the answer for the form. Returns null if another action is running, or if the order is no
   * longer open.
   */
  async function refund(form: RefundForm, body: StaffRefund, draft: RefundDraft) {
    const doneOutcome = {
      state: 'done',
      what: draft.cancelsPlace ? 'cancelled' : 'refunded',
      cents: body.cents,
    } as const;
    const { byRules } = form.$terms.get();
    const answers: Awaited<ReturnType<typeof request>>[] = [];
    await act(async (details) => {
      const answer = await request(details, form, body, draft);
      answers.push(answer);
      return outcomeOf(answer, () => doneOutcome);
    });
    const [answer = null] = answers;
    const details = readyDetails();
    if (answer === null || details === null || $refund.get() !== form) return null;
    if (answer.ok) return answer;
    const isCancelled = cannotCancel(draft, termsOf(details, form.subject));
    // Either the refund exists although its answer was lost, or the booking is cancelled and nothing
    // more was requested.
    const isRefunded = details.refunds.some(({ key }) => key === form.key());
    if (isRefunded || (isLost(answer.code) && isCancelled && body.cents === byRules)) {
      $outcome.set(doneOutcome);
      return { ok: true, value: { refund_id: null } } as const;
    }
    if (!isLost(answer.code)) form.renew(details);
    else if (isCancelled) {
      // A cancellation happens entirely or not at all, so somebody else must have cancelled the line.
      $outcome.set({ state: 'refused', code: 'line_closed' });
      form.renew(details);
    }
    return answer;
  }

  const sendLink = () =>
    act(async ({ order }) =>
      outcomeOf(await api.sendLink(order.order_id), ({ queued }) => ({
        state: 'done',
        what: queued ? 'link' : 'link_just_sent',
      })),
    );
  const endLinks = () =>
    act(async ({ order }) =>
      outcomeOf(await api.endLinks(order.order_id), ({ queued }) => ({
        state: 'done',
        what: queued ? 'links_ended' : 'links_ended_only',
      })),
    );
  const resend = (mailId: string) =>
    act(async () =>
      outcomeOf(await api.resendMail(mailId), ({ left_out: isLeftOut }) => ({
        state: 'done',
        what: isLeftOut ? 'mail_left_out' : 'mail',
      })),
    );
  const settle = (refundId: string) =>
    act(async () => outcomeOf(await api.settleRefund(refundId), () => ({ state: 'done', what: 'settled' })));
  const decide = (decisionId: string, resolution: api.Resolution) =>
    act(async () =>
      outcomeOf(await api.resolveDecision(decisionId, resolution), () => ({
        state: 'done',
        what: 'decided',
      })),
    );

  /**
   * Records a payment of an instalment. Sending the same key again after a lost answer takes the instalment only once.
   */
  const takeInstalment = (body: TakeInstalment) =>
    act(async () =>
      outcomeOf(await api.takeInstalment(body), () => ({
        state: 'done',
        what: 'taken',
        cents: body.expected_cents,
      })),
    );
  const moveInstalment = (instalment: Instalment, dueOn: string, reason: string) =>
    act(async () =>
      outcomeOf(await api.moveInstalment(instalment, dueOn, reason), () => ({
        state: 'done',
        what: 'more_time',
      })),
    );
  const writeOff = (instalment: Instalment, reason: string) =>
    act(async () =>
      outcomeOf(await api.writeOffInstalment(instalment, reason), () => ({
        state: 'done',
        what: 'written_off',
        cents: instalment.cents,
      })),
    );
  const remind = () =>
    act(async ({ order }) =>
      outcomeOf(await api.remindInstalment(order.order_id), ({ queued }) => ({
        state: 'done',
        what: queued ? 'reminded' : 'reminded_before',
      })),
    );

  return {
    ...detail,
    takeInstalment,
    moveInstalment,
    writeOff,
    remind,
    $refund,
    openRefund,
    leaveRefund,
    choice: { ...choice, open: openChoice },
    sendLink,
    endLinks,
    resend,
    settle,
    decide,
  };
}
export type OrderDetailsStore = ReturnType<typeof createOrderDetailsStore>;
