import type { FamilyBooking } from '#contract/family.ts';
import type { PausePreview } from '#contract/family-passes.ts';
import type { ManagedOrder } from '#contract/after-sale.ts';
import type { FamilyOrder } from '#contract/family-orders.ts';
import { atom } from 'nanostores';
import { readFamily } from '#api/family.ts';
import type { Answer } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import * as api from './api.ts';
import { bookingName } from '#domain/family-booking.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import { messages, refusals } from './messages.ts';
import { pauseMessages, shareMessages } from './pause-messages.ts';

export type Orders =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; orders: readonly FamilyOrder[]; next: string | null };
export type Receipt =
  | { orderId: string; state: 'loading' }
  | { orderId: string; state: 'failed' }
  | { orderId: string; state: 'ready'; order: ManagedOrder };

export function createPasses(go: (url: string) => void = (url) => location.assign(url)) {
  const $orders = atom<Orders>({ state: 'loading' });
  const $receipt = atom<Receipt | null>(null);
  const $panel = atom<{ passId: string; kind: 'pause' | 'share' } | null>(null);
  /**
   * The running action and its outcome. An action is named by the id of its pass or booking, or by `more`. `place` is
   * the id of a pass, or `missed` for the missed sessions.
   */
  const { $running, $outcome, run } = createAction<Message & { place: string }>();

  async function open(): Promise<void> {
    $orders.set({ state: 'loading' });
    const answer = await api.fetchOrders(null);
    $orders.set(answer.ok ? { state: 'ready', ...answer.value } : { state: 'failed' });
  }

  async function loadMore(): Promise<void> {
    const view = $orders.get();
    if (view.state !== 'ready' || view.next === null) return;
    const { orders, next } = view;
    await run(async () => {
      const answer = await api.fetchOrders(next);
      if (answer.ok)
        $orders.set({
          state: 'ready',
          orders: [...orders, ...answer.value.orders],
          next: answer.value.next,
        });
      return null;
    }, 'more');
  }

  async function show(orderId: string): Promise<void> {
    $receipt.set({ orderId, state: 'loading' });
    const answer = await api.fetchOrder(orderId);
    if ($receipt.get()?.orderId !== orderId) return;
    $receipt.set(answer.ok ? { orderId, state: 'ready', order: answer.value } : { orderId, state: 'failed' });
  }

  async function toPortal(passId: string, orderId: string): Promise<void> {
    await run(async () => {
      const answer = await api.openPortal(orderId);
      if (!answer.ok) return { place: passId, tone: 'bad', text: await errorText(answer.code, refusals) };
      go(answer.value.url);
      return null;
    }, passId);
  }

  async function makeUp(booking: FamilyBooking): Promise<void> {
    await run(async () => {
      const answer = await api.claimMakeUp(booking.id);
      if (!answer.ok) return { place: 'missed', tone: 'bad', text: await errorText(answer.code, refusals) };
      await readFamily();
      const text = messages.madeUp(bookingName(booking), answer.value.credits_left);
      return { place: 'missed', tone: 'calm', text };
    }, booking.id);
  }

  /** Changes a pass and reads the family again, also after a refusal, which may mean that the page was outdated. */
  async function change<T>(passId: string, call: () => Promise<Answer<T>>, textOf: (value: T) => string) {
    await run(async () => {
      const answer = await call();
      if (answer.ok) $panel.set(null);
      await readFamily();
      return answer.ok
        ? { place: passId, tone: 'calm', text: textOf(answer.value) }
        : { place: passId, tone: 'bad', text: await errorText(answer, refusals) };
    }, passId);
  }

  async function previewPause(passId: string, first: string, last: string): Promise<PausePreview | null> {
    let preview: PausePreview | null = null;
    await run(async () => {
      const answer = await api.previewPause(passId, first, last);
      if (!answer.ok) return { place: passId, tone: 'bad', text: await errorText(answer, refusals) };
      preview = answer.value;
      return null;
    }, passId);
    return preview;
  }

  const pause = (passId: string, first: string, last: string, { bookings }: PausePreview) =>
    change(
      passId,
      () =>
        api.pausePass(
          passId,
          first,
          last,
          bookings.map(({ booking_id }) => booking_id),
        ),
      ({ valid_until }) => pauseMessages.paused(valid_until ?? ''),
    );
  const endPause = (passId: string, pauseId: string) =>
    change(
      passId,
      () => api.endPause(pauseId),
      ({ valid_until }) => pauseMessages.ended(valid_until ?? ''),
    );
  const share = (passId: string, childId: string, credits: number, name: string) =>
    change(
      passId,
      () => api.moveCredits(passId, childId, credits),
      () => shareMessages.moved(credits, name),
    );

  return {
    $orders,
    $panel,
    previewPause,
    pause,
    endPause,
    share,
    openPanel: (passId: string, kind: 'pause' | 'share') => {
      $outcome.set(null);
      $panel.set({ passId, kind });
    },
    closePanel: () => $panel.set(null),
    $receipt,
    $running,
    $outcome,
    open,
    loadMore,
    show,
    toPortal,
    makeUp,
    hide: () => $receipt.set(null),
  };
}
export type Passes = ReturnType<typeof createPasses>;
