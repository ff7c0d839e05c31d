import type { ErrorCode } from '#contract/errors.ts';
import type { OrderStory, StaffOrder } from '#contract/management-orders.ts';
import { atom } from 'nanostores';
import type { Answer } from '../../../api/errors.ts';
import { createOpened } from '../../../ui/staff/opened.ts';
import * as api from './api.ts';
import {
  amountFault,
  centsOf,
  dollarsOf,
  openForm,
  type RefundDraft,
  type RefundForm,
  type Subject,
  termsOf,
} from './model.ts';

/** What an act came to. `half`: the place is given back, and what was to go back beyond the rules was not asked for. */
export type End =
  | {
      state: 'done';
      what: 'paid_back' | 'given_back' | 'link' | 'link_lately' | 'mail' | 'settled' | 'decided';
      cents?: number;
    }
  | { state: 'refused'; code: ErrorCode; half?: boolean };

/** Nobody knows whether it arrived: the same is asked again, and nothing else. */
const isLost = (code: ErrorCode) => code === 'unexpected';

/** The order that the address names, its whole story, and what is done about it. */
export function createStory(onChanged: (order: StaffOrder) => void) {
  const opened = createOpened<OrderStory, ErrorCode, End>({
    name: 'order',
    read: api.fetchStory,
    onRead: ({ order }) => onChanged(order),
  });
  const { $view, $act, act } = opened;
  /** What is about to be refunded. */
  const $form = atom<RefundForm | null>(null);
  let openId: string | null = null;
  $view.listen((view) => {
    const id = view.state === 'closed' ? null : view.id;
    // Another one was opened: what was about to be refunded is not of it.
    if (id !== openId) $form.set(null);
    openId = id;
  });
  const refused = ({ code }: Extract<Answer<unknown>, { ok: false }>): End => ({ state: 'refused', code });
  const ended = <T>(answer: Answer<T>, done: (value: T) => End): End =>
    answer.ok ? done(answer.value) : refused(answer);

  const ready = (): OrderStory | null => {
    const shown = $view.get();
    return shown.state === 'ready' ? shown.told : null;
  };
  function openRefund(subject: Subject): void {
    const story = ready();
    if (story === null) return;
    if ($act.get().state !== 'busy') $act.set({ state: 'idle' });
    $form.set(openForm(story, subject));
  }
  const leaveRefund = () => $form.set(null);
  function change(more: Partial<RefundDraft>): void {
    const form = $form.get();
    if (form) $form.set({ ...form, draft: { ...form.draft, ...more } });
  }

  /** Asked again after a lost answer it goes back once: by its key, and by what was left when the form was opened. */
  async function payBack(
    story: OrderStory,
    { subject, draft, key }: RefundForm,
    cents: number,
    seenLeft: number,
  ) {
    const of = 'lineId' in subject ? { line: subject.lineId } : { order: story.order.order_id };
    return api.payBack(of, { cents, reason: draft.reason, seenLeft, key });
  }
  async function giveBack(story: OrderStory, form: RefundForm, cents: number): Promise<End> {
    const byRules = form.terms.byRules ?? 0;
    const back = await api.giveBack(story.order.order_id, form.terms.lineIds, {
      cents: byRules,
      endsRenewal: form.terms.endsRenewal,
    });
    if (!back.ok) return refused(back);
    if (cents === byRules) return { state: 'done', what: 'given_back', cents };
    change({ amount: dollarsOf(cents - byRules) });
    const now = await api.fetchStory(story.order.order_id);
    if (!now.ok) return { state: 'refused', code: now.code, half: true };
    // Somebody else paid something back between the two.
    if (now.value.order.refunded_cents !== story.order.refunded_cents + byRules)
      return { state: 'refused', code: 'refund_changed', half: true };
    const more = await payBack(now.value, form, cents - byRules, termsOf(now.value, form.subject).most);
    return more.ok
      ? { state: 'done', what: 'given_back', cents }
      : { state: 'refused', code: more.code, half: true };
  }
  async function refund(): Promise<void> {
    const form = $form.get();
    const cents = form && centsOf(form.draft.amount);
    if (form === null || cents === null || amountFault(form.draft, form.terms) !== null) return;
    const isDone = await act(async (story) =>
      form.draft.place === 'goes'
        ? giveBack(story, form, cents)
        : ended(await payBack(story, form, cents, form.terms.most), () => ({
            state: 'done',
            what: 'paid_back',
            cents,
          })),
    );
    const story = ready();
    const end = $act.get();
    // Another order's form may stand there by now.
    if (story === null || $form.get()?.key !== form.key) return;
    if (isDone) leaveRefund();
    else if (end.state === 'refused') {
      // The answer was lost, and the refund is there.
      if (story.refunds.some(({ key }) => key === form.key)) {
        $act.set({ state: 'done', what: end.half ? 'given_back' : 'paid_back', cents });
        leaveRefund();
      } else if (
        isLost(end.code) &&
        form.draft.place === 'goes' &&
        termsOf(story, form.subject).byRules === null
      ) {
        // The place is given back; whether more goes back was never asked.
        const byRules = form.terms.byRules ?? 0;
        if (cents > byRules) change({ amount: dollarsOf(cents - byRules) });
        $act.set(
          cents > byRules ? { ...end, half: true } : { state: 'done', what: 'given_back', cents: byRules },
        );
        $form.set(cents > byRules ? openForm(story, form.subject, $form.get() ?? form) : null);
      } else if (end.half || !isLost(end.code)) $form.set(openForm(story, form.subject, $form.get() ?? form));
    }
  }

  const sendLink = () =>
    act(async ({ order }) =>
      ended(await api.sendLink(order.order_id), ({ queued }) => ({
        state: 'done',
        what: queued ? 'link' : 'link_lately',
      })),
    );
  const resend = (mailId: string) =>
    act(async () => ended(await api.resendMail(mailId), () => ({ state: 'done', what: 'mail' })));
  const settle = (refundId: string) =>
    act(async () => ended(await api.settleRefund(refundId), () => ({ state: 'done', what: 'settled' })));
  const decide = (decisionId: string, resolution: 'refund' | 'kept' | 'ended') =>
    act(async () =>
      ended(await api.resolveDecision(decisionId, resolution), () => ({ state: 'done', what: 'decided' })),
    );

  return { ...opened, $form, openRefund, change, leaveRefund, refund, sendLink, resend, settle, decide };
}
export type Story = ReturnType<typeof createStory>;
