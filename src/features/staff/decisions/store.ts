import type { ErrorCode } from '#contract/errors.ts';
import {
  decisionKinds,
  type Discrepancies,
  type StaffDecision,
  type StaffDecisions,
} from '#contract/management.ts';
import type { ExternalRefundChoice, ExternalRefundOutcome } from '#contract/management-orders.ts';
import { atom } from 'nanostores';
import type { Answer as Answered } from '#api/errors.ts';
import { onReturn } from '#browser/on-return.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';
import type { Resolution } from './api.ts';

export type Kind = StaffDecision['kind'];
export type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | ({ state: 'ready'; more: boolean } & StaffDecisions);
/** The outcome of the last answer. If its row has disappeared, it is shown above the list. */
export type Outcome =
  | { state: 'done'; id: string; answer: Answer; kind: Kind; gives: boolean }
  | { state: 'done'; queued: number; left_out: number; left: number }
  | { state: 'refused'; id: string; code: ErrorCode };
export type Answer = Resolution | 'settle' | 'retry' | 'left_out' | ExternalRefundChoice['kind'];
/** A choice for a refund on Stripe's pages waits here with its preview until staff confirm it. */
export interface Draft {
  id: string;
  choice: ExternalRefundChoice;
  outcome: ExternalRefundOutcome;
}
export type Books =
  | { state: 'hidden' }
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; rows: Discrepancies };

const NAME = 'kind';

export function createDecisions() {
  const $view = atom<View>({ state: 'loading' });
  const $kind = atom<Kind | null>(null);
  const { $busy, $outcome, run } = createAction<Outcome>();
  const $books = atom<Books>({ state: 'hidden' });
  const $draft = atom<Draft | null>(null);

  let latestRequest = 0;
  async function read(): Promise<void> {
    const requestNumber = ++latestRequest;
    const answer = await api.fetchDecisions($kind.get(), null);
    if (requestNumber !== latestRequest) return;
    if (answer.ok) $view.set({ state: 'ready', more: false, ...answer.value });
    else if ($view.get().state !== 'ready') $view.set({ state: 'failed', code: answer.code });
  }
  async function retry(): Promise<void> {
    $view.set({ state: 'loading' });
    await read();
  }
  async function readMore(): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready' || view.next === null || view.more) return;
    const requestNumber = latestRequest;
    $view.set({ ...view, more: true });
    const answer = await api.fetchDecisions($kind.get(), view.next);
    if (requestNumber !== latestRequest) return;
    $view.set(
      answer.ok
        ? { ...view, ...answer.value, rows: [...view.rows, ...answer.value.rows], more: false }
        : { ...view, more: false },
    );
  }

  function readAddress(): void {
    const namedKind = new URLSearchParams(location.search).get(NAME);
    $kind.set(decisionKinds.find((kind) => kind === namedKind) ?? null);
  }
  function choose(kind: Kind | null): void {
    history.replaceState(history.state, '', location.pathname + (kind === null ? '' : `?${NAME}=${kind}`));
    $kind.set(kind);
    $outcome.set(null);
    void read();
  }

  async function decide(
    row: StaffDecision,
    answer: Exclude<Answer, 'left_out' | ExternalRefundChoice['kind']>,
  ): Promise<void> {
    const { id } = row;
    await answerWith(row, answer, () =>
      answer === 'retry'
        ? api.resendMail(id)
        : answer === 'settle'
          ? api.settleRefund(id)
          : api.resolveDecision(id, answer),
    );
  }

  async function answerWith(
    { id, kind }: StaffDecision,
    answer: Answer,
    call: () => Promise<Answered<object>>,
  ): Promise<void> {
    await run(async () => {
      const response = await call();
      // Somebody else may have answered first, so the current state is read after any result.
      await read();
      if (!response.ok) return { state: 'refused', id, code: response.code };
      const gives = !('gives' in response.value && response.value.gives === 'nothing');
      const isLeftOut = 'left_out' in response.value && response.value.left_out === true;
      return { state: 'done', id, answer: isLeftOut ? 'left_out' : answer, kind, gives };
    });
  }

  async function resendAll(): Promise<void> {
    await run(async () => {
      const response = await api.resendFailedMails();
      await read();
      return response.ok
        ? { state: 'done', ...response.value }
        : { state: 'refused', id: '', code: response.code };
    });
  }

  /** Reads what a choice would do. Staff then confirm or cancel the choice. */
  async function preview({ id }: StaffDecision, choice: ExternalRefundChoice): Promise<void> {
    await run(async () => {
      $draft.set(null);
      const response = await api.previewExternalRefund(id, choice);
      if (!response.ok) return { state: 'refused', id, code: response.code };
      $draft.set({ id, choice, outcome: response.value });
      return null;
    });
  }
  const leaveDraft = () => $draft.set(null);
  async function confirm(row: StaffDecision): Promise<void> {
    const draft = $draft.get();
    if (draft?.id !== row.id) return;
    const { choice, outcome } = draft;
    await answerWith(row, choice.kind, () => api.resolveExternalRefund(row.id, choice, outcome.refund_cents));
    leaveDraft();
  }

  async function readBooks(): Promise<void> {
    if ($books.get().state === 'loading') return;
    $books.set({ state: 'loading' });
    const answer = await api.readDiscrepancies();
    $books.set(answer.ok ? { state: 'ready', rows: answer.value } : { state: 'failed' });
  }

  /**
   * Reads the list again, because a decision about a late payment is made on the family's page, possibly in another
   * tab.
   */
  function readAgain(): void {
    if (!$busy.get() && $view.get().state === 'ready') void read();
  }

  /** Starts the store when the screen mounts. Returns a function that stops it. */
  function open(): () => void {
    readAddress();
    void read();
    return onReturn(readAgain);
  }

  return {
    $view,
    $kind,
    $busy,
    $outcome,
    $books,
    $draft,
    open,
    retry,
    readMore,
    choose,
    decide,
    resendAll,
    preview,
    leaveDraft,
    confirm,
    readBooks,
  };
}
export type Decisions = ReturnType<typeof createDecisions>;
