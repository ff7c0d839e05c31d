import type { ErrorCode } from '#contract/errors.ts';
import type { OrderStory, StaffOrder } from '#contract/management-orders.ts';
import { atom } from 'nanostores';
import type { Answer } from '../../../api/errors.ts';
import { isUuid } from '../../../domain/uuid.ts';
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
/** Nobody knows whether it arrived: the same is asked again, and nothing else. */
const isLost = (code: ErrorCode) => code === 'unexpected';

/** The order that the address names, its whole story, and what is done about it. */
export function createStory(onChanged: (order: StaffOrder) => void) {
  const $view = atom<StoryView>({ state: 'closed' });
  const $act = atom<Act>({ state: 'idle' });
  /** What is about to be refunded. */
  const $form = atom<RefundForm | null>(null);
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
    if (shown.state !== 'closed' && shown.id !== id) $form.set(null);
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

  const ready = (): OrderStory | null => {
    const shown = $view.get();
    return shown.state === 'ready' ? shown.story : null;
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
  async function giveBack(story: OrderStory, form: RefundForm, cents: number): Promise<Act> {
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

  return {
    $view,
    $act,
    $form,
    watch,
    open,
    close,
    retry,
    hrefOf,
    openRefund,
    change,
    leaveRefund,
    refund,
    sendLink,
    resend,
    settle,
    decide,
  };
}
export type Story = ReturnType<typeof createStory>;
