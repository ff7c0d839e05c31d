import type { ErrorCode } from '#contract/errors.ts';
import type { MessageDetails, StaffMessage } from '#contract/management-messages.ts';
import { atom } from 'nanostores';
import { resendMail } from '#api/decisions.ts';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import { isUuid } from '#domain/uuid.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';

/** `again` means that the same text was already sent to the same families. */
export type MessagesView =
  | { state: 'list' }
  | { state: 'writing' }
  | { state: 'loading'; id: string; again: boolean }
  | { state: 'failed'; id: string; code: ErrorCode; again: boolean }
  | { state: 'ready'; id: string; details: MessageDetails; again: boolean };

export type Outcome = { state: 'stopped' | 'resent' } | { state: 'refused'; code: ErrorCode };

const PARAMETER = 'message';
const NEW = 'new';

/** The address shows the list, a new message (`?message=new`) or a sent one (`?message=` and its id). */
export function createMessagesView(onChanged: (message: StaffMessage) => void) {
  const $place = atom<MessagesView>({ state: 'list' });
  const { $busy, $outcome, run } = createAction<Outcome>();
  /** The message whose page says once that the same text had already been sent. */
  let resentId: string | null = null;

  /** Returns false if there was no answer. */
  async function read(id: string): Promise<boolean> {
    const answer = await api.fetchMessage(id);
    const view = $place.get();
    if (!('id' in view) || view.id !== id) return true;
    if (answer.ok) {
      $place.set({ state: 'ready', id, details: answer.value, again: view.again });
      onChanged(answer.value);
    } else if (view.state !== 'ready')
      $place.set({ state: 'failed', id, code: answer.code, again: view.again });
    return answer.ok;
  }

  function showAddressed(): void {
    const id = new URLSearchParams(location.search).get(PARAMETER);
    const view = $place.get();
    if (id === NEW) $place.set({ state: 'writing' });
    else if (id === null || !isUuid(id)) $place.set({ state: 'list' });
    else if (!('id' in view) || view.id !== id) {
      $outcome.set(null);
      $place.set({ state: 'loading', id, again: resentId === id });
      void read(id);
    }
  }

  /** Takes the id of a sent message, `new`, or null for the list. */
  function hrefOf(id: string | null): string {
    const query = new URLSearchParams(location.search);
    if (id === null) query.delete(PARAMETER);
    else query.set(PARAMETER, id);
    const search = query.toString();
    return search === '' ? location.pathname : `${location.pathname}?${search}`;
  }
  function openMessage(id: string | null): void {
    history.pushState(history.state, '', hrefOf(id));
    scrollTo(0, 0);
    showAddressed();
  }
  /** The sent message replaces the form in the history, so Back leads to the list. */
  function showSent(id: string, wasSentBefore: boolean): void {
    resentId = wasSentBefore ? id : null;
    history.replaceState(history.state, '', hrefOf(id));
    scrollTo(0, 0);
    showAddressed();
  }

  /**
   * Call this when the screen mounts. While mails are being delivered, the message is read again. The
   * returned function stops it.
   */
  function watch(): () => void {
    showAddressed();
    addEventListener('popstate', showAddressed);
    const stopRefreshing = refreshWhileVisible(
      async () => {
        const view = $place.get();
        const isOnItsWay =
          view.state === 'ready' &&
          (view.details.counts.waiting > 0 ||
            !view.details.is_gathered ||
            // The provider reports within seconds whether a mail arrived, so most reports come soon
            // after sending.
            Date.now() - Date.parse(view.details.sent_at) < staffTiming.MESSAGE_REPORTS_MS);
        return isOnItsWay ? read(view.id) : true;
      },
      () => staffTiming.MESSAGE_REFRESH_MS,
    );
    return () => {
      stopRefreshing();
      removeEventListener('popstate', showAddressed);
    };
  }

  async function retry(): Promise<void> {
    const view = $place.get();
    if (view.state !== 'failed') return;
    $place.set({ state: 'loading', id: view.id, again: false });
    await read(view.id);
  }

  async function runAction(work: (id: string) => Promise<Outcome>): Promise<void> {
    const view = $place.get();
    if (view.state !== 'ready') return;
    await run(async () => {
      const outcome = await work(view.id);
      await read(view.id);
      return outcome;
    });
  }
  const stop = () =>
    runAction(async (id) => {
      const answer = await api.stopMessage(id);
      return answer.ok ? { state: 'stopped' } : { state: 'refused', code: answer.code };
    });
  const resend = (mailId: string) =>
    runAction(async () => {
      const answer = await resendMail(mailId);
      return answer.ok ? { state: 'resent' } : { state: 'refused', code: answer.code };
    });

  return {
    $place,
    $busy,
    $outcome,
    watch,
    retry,
    stop,
    resend,
    showSent,
    hrefOf,
    write: () => openMessage(NEW),
    open: (id: string) => openMessage(id),
    close: () => openMessage(null),
    newHref: () => hrefOf(NEW),
  };
}
export type MessagesScreen = ReturnType<typeof createMessagesView>;
