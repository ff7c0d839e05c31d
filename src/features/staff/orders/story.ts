import type { ErrorCode } from '#contract/errors.ts';
import type { OrderStory, StaffOrder } from '#contract/management-orders.ts';
import { atom } from 'nanostores';
import type { Answer } from '../../../api/errors.ts';
import { isUuid } from '../../../domain/uuid.ts';
import * as api from './api.ts';
import { amountFault, centsOf, type RefundDraft, termsOf } from './model.ts';

export type StoryView =
  | { state: 'closed' }
  | { state: 'loading'; id: string }
  | { state: 'failed'; id: string; code: ErrorCode }
  | { state: 'ready'; id: string; story: OrderStory };

/** What an act came to. `half`: the place is given back, and what was to go back beyond the rules was not asked for. */
export type Act =
  | { state: 'idle' }
  | { state: 'busy' }
  | {
      state: 'done';
      what: 'paid_back' | 'given_back' | 'link' | 'link_lately' | 'mail' | 'settled' | 'decided';
      cents?: number;
    }
  | { state: 'refused'; code: ErrorCode; half?: boolean };

const NAME = 'order';

/** The order that the address names, its whole story, and what is done about it. */
export function createStory(onChanged: (order: StaffOrder) => void) {
  const $view = atom<StoryView>({ state: 'closed' });
  const $act = atom<Act>({ state: 'idle' });
  /** Orders with an act under way, also while another one is looked at. */
  const running = new Set<string>();

  async function read(id: string): Promise<void> {
    const answer = await api.fetchStory(id);
    const shown = $view.get();
    // Another one was opened meanwhile.
    if (shown.state === 'closed' || shown.id !== id) return;
    if (answer.ok) {
      $view.set({ state: 'ready', id, story: answer.value });
      onChanged(answer.value.order);
    } else if (shown.state !== 'ready') $view.set({ state: 'failed', id, code: answer.code });
  }

  function showAddressed(): void {
    const id = new URLSearchParams(location.search).get(NAME);
    const shown = $view.get();
    if (id === null || !isUuid(id)) $view.set({ state: 'closed' });
    else if (shown.state === 'closed' || shown.id !== id) {
      $act.set({ state: running.has(id) ? 'busy' : 'idle' });
      $view.set({ state: 'loading', id });
      void read(id);
    }
  }

  function hrefOf(id: string): string {
    const query = new URLSearchParams(location.search);
    query.set(NAME, id);
    return `${location.pathname}?${query.toString()}`;
  }
  function open(id: string): void {
    history.pushState(history.state, '', hrefOf(id));
    showAddressed();
  }
  function close(): void {
    const query = new URLSearchParams(location.search);
    query.delete(NAME);
    const text = query.toString();
    history.replaceState(history.state, '', location.pathname + (text === '' ? '' : `?${text}`));
    showAddressed();
  }

  /** While the screen is drawn. */
  function watch(): () => void {
    showAddressed();
    addEventListener('popstate', showAddressed);
    return () => removeEventListener('popstate', showAddressed);
  }

  async function retry(): Promise<void> {
    const shown = $view.get();
    if (shown.state !== 'failed') return;
    $view.set({ state: 'loading', id: shown.id });
    await read(shown.id);
  }

  /** One act at a time: what is pressed twice is done once. Whatever came of it, the story is read anew; was it done? */
  async function act(run: (story: OrderStory) => Promise<Act>): Promise<boolean> {
    const shown = $view.get();
    if (shown.state !== 'ready' || running.has(shown.id)) return false;
    running.add(shown.id);
    $act.set({ state: 'busy' });
    const end = await run(shown.story);
    await read(shown.id);
    running.delete(shown.id);
    const now = $view.get();
    // Another order's story may stand there by now, and has its own acts.
    if (now.state === 'closed' || now.id !== shown.id) return false;
    $act.set(end);
    return end.state === 'done';
  }
  const refused = ({ code }: Extract<Answer<unknown>, { ok: false }>): Act => ({ state: 'refused', code });
  const ended = <T>(answer: Answer<T>, done: (value: T) => Act): Act =>
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

  return { $view, $act, watch, open, close, retry, hrefOf, refund, sendLink, resend, settle, decide };
}
export type Story = ReturnType<typeof createStory>;
