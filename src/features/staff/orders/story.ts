import type { ErrorCode } from '#contract/errors.ts';
import type { OrderStory, StaffOrder } from '#contract/management-orders.ts';
import type { Answer } from '../../../api/errors.ts';
import { createOpened, type OpenedView } from '../../../ui/staff/opened.ts';
import * as api from './api.ts';
import { amountFault, centsOf, type RefundDraft, termsOf } from './model.ts';

export type StoryView = OpenedView<OrderStory, ErrorCode>;

/** What an act came to. `half`: the place is given back, and what was to go back beyond the rules was not asked for. */
type End =
  | {
      state: 'done';
      what: 'paid_back' | 'given_back' | 'link' | 'link_lately' | 'mail' | 'settled' | 'decided';
      cents?: number;
    }
  | { state: 'refused'; code: ErrorCode; half?: boolean };
export type Act = { state: 'idle' } | { state: 'busy' } | End;

/** The order that the address names, its whole story, and what is done about it. */
export function createStory(onChanged: (order: StaffOrder) => void) {
  const opened = createOpened<OrderStory, ErrorCode, End>('order', api.fetchStory, ({ order }) =>
    onChanged(order),
  );
  const { act } = opened;
  const refused = ({ code }: Extract<Answer<unknown>, { ok: false }>): End => ({ state: 'refused', code });
  const ended = <T>(answer: Answer<T>, done: (value: T) => End): End =>
    answer.ok ? done(answer.value) : refused(answer);

  const refund = (draft: RefundDraft) =>
    act(async (story) => {
      const terms = termsOf(story, draft.subject);
      const cents = centsOf(draft.amount);
      if (cents === null || amountFault(draft, terms) !== null)
        return { state: 'refused', code: 'invalid_input' };
      const of = 'lineId' in draft.subject ? { line: draft.subject.lineId } : { order: story.order.order_id };
      if (draft.place === 'keeps')
        return ended(await api.payBack(of, cents, draft.reason), () => ({
          state: 'done',
          what: 'paid_back',
          cents,
        }));
      const byRules = terms.byRules ?? 0;
      const back = await api.giveBack(story.order.order_id, terms.lineIds, {
        cents: byRules,
        endsRenewal: terms.endsRenewal,
      });
      if (!back.ok) return refused(back);
      if (cents > byRules) {
        const more = await api.payBack(of, cents - byRules, draft.reason);
        if (!more.ok) return { state: 'refused', code: more.code, half: true };
      }
      return { state: 'done', what: 'given_back', cents };
    });

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

  return { ...opened, refund, sendLink, resend, settle, decide };
}
export type Story = ReturnType<typeof createStory>;
