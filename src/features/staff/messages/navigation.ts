import type { ErrorCode } from '#contract/errors.ts';
import type { MessageDetails, StaffMessage } from '#contract/management-messages.ts';
import { atom } from 'nanostores';
import * as decisions from '#api/decisions.ts';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import { isUuid } from '#domain/uuid.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';

/** `isDuplicate` is true if the same text had already been sent to the same families. */
export type MessagesView =
  | { state: 'list' }
  | { state: 'writing' }
  | { state: 'loading'; id: string; isDuplicate: boolean }
  | { state: 'failed'; id: string; code: ErrorCode; isDuplicate: boolean }
  | { state: 'ready'; id: string; details: MessageDetails; isDuplicate: boolean };

export type Outcome =
  | { state: 'stopped' | 'mail_resent' | 'mail_left_out' }
  | { state: 'refused'; code: ErrorCode };

const PARAMETER = 'message';
const NEW = 'new';

/**
 * Creates the store of the view in the address. The view is the list, a new message (`?message=new`) or a sent message
 * (`?message=<id>`), which the store loads.
 */
export function createMessagesScreen(onChanged: (message: StaffMessage) => void) {
  const $view = atom<MessagesView>({ state: 'list' });
  const { $busy, $outcome, run } = createAction<Outcome>();
  /** The id of a message that had already been sent to the same families. Its page says so once. */
  let duplicateId: string | null = null;

  /** Reads a sent message. Returns false if there was no answer. */
  async function read(id: string): Promise<boolean> {
    const answer = await api.fetchMessage(id);
    const view = $view.get();
    if (!('id' in view) || view.id !== id) return true;
    if (answer.ok) {
      $view.set({ state: 'ready', id, details: answer.value, isDuplicate: view.isDuplicate });
      onChanged(answer.value);
    } else if (view.state !== 'ready')
      $view.set({ state: 'failed', id, code: answer.code, isDuplicate: view.isDuplicate });
    return answer.ok;
  }

  function readAddress(): void {
    const id = new URLSearchParams(location.search).get(PARAMETER);
    const view = $view.get();
    if (id === NEW) $view.set({ state: 'writing' });
    else if (id === null || !isUuid(id)) $view.set({ state: 'list' });
    else if (!('id' in view) || view.id !== id) {
      $outcome.set(null);
      $view.set({ state: 'loading', id, isDuplicate: duplicateId === id });
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
    readAddress();
  }
  /** Opens the sent message. It replaces the form in the history, so that Back leads to the list. */
  function showSent(id: string, isDuplicate: boolean): void {
    duplicateId = isDuplicate ? id : null;
    history.replaceState(history.state, '', hrefOf(id));
    scrollTo(0, 0);
    readAddress();
  }

  /**
   * Starts the store when the screen mounts. While mails are being delivered, the message is read again. Returns a
   * function that stops it.
   */
  function watch(): () => void {
    readAddress();
    addEventListener('popstate', readAddress);
    const stopRefreshing = refreshWhileVisible(
      async () => {
        const view = $view.get();
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
      removeEventListener('popstate', readAddress);
    };
  }

  async function retry(): Promise<void> {
    const view = $view.get();
    if (view.state !== 'failed') return;
    $view.set({ state: 'loading', id: view.id, isDuplicate: false });
    await read(view.id);
  }

  async function runAction(work: (id: string) => Promise<Outcome>): Promise<void> {
    const view = $view.get();
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
  const resendMail = (mailId: string) =>
    runAction(async () => {
      const answer = await decisions.resendMail(mailId);
      if (!answer.ok) return { state: 'refused', code: answer.code };
      return { state: answer.value.left_out ? 'mail_left_out' : 'mail_resent' };
    });

  return {
    $view,
    $busy,
    $outcome,
    watch,
    retry,
    stop,
    resendMail,
    showSent,
    hrefOf,
    write: () => openMessage(NEW),
    open: (id: string) => openMessage(id),
    close: () => openMessage(null),
    newHref: () => hrefOf(NEW),
  };
}
export type MessagesScreen = ReturnType<typeof createMessagesScreen>;
