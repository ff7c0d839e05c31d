import type { WaitlistView } from '#contract/waitlists.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import { paths } from '#config/paths.ts';
import { keepSecret, takeSecret } from '#browser/address-secret.ts';
import type { Answer } from '#api/errors.ts';
import { readFormPrefill } from '#api/form-prefill.ts';
import { getEntry } from '#api/waitlists.ts';
import { report } from '#browser/report.ts';
import { isUuid } from '#domain/uuid.ts';
import { confirmEntry, declineOffer, leaveWaitlist } from './api.ts';
import { createAction } from '#ui/kit/action.ts';
import { createPage, openOnce } from '#ui/kit/page.ts';
import { createJoinForm, type JoinForm } from './form.ts';
import { errorText } from './messages.ts';
import { findScheduleItem, type ScheduleItem } from './place.ts';

const notFoundCodes = [
  'session_not_found',
  'camp_not_found',
  'offer_not_available',
  'waitlist_entry_not_found',
] as const;
export type NotFoundReason = 'missing' | (typeof notFoundCodes)[number] | 'failed';
export type View =
  | { state: 'loading' }
  | { state: 'gone'; reason: NotFoundReason }
  | { state: 'form'; form: JoinForm }
  /**
   * `isFromMail` is true if the confirmation e-mail opened the page. `clockOffsetMs` says how many milliseconds the
   * server's clock is ahead.
   */
  | {
      state: 'entry';
      entry: WaitlistView;
      secret: string;
      clockOffsetMs: number;
      hasJoined: boolean;
      isFromMail: boolean;
    };

export interface WantedItem {
  entry: string | null;
  session: string | null;
  camp: string | null;
  confirm: string | null;
}

export function createWaitlist(
  requestedItem: WantedItem,
  { now = Date.now, keep = (_secret: string): void => undefined } = {},
) {
  const $view = atom<View>({ state: 'loading' });
  const { $busy, $outcome: $problem, run } = createAction();
  const { open, retry } = openOnce(load, () => $view.set({ state: 'loading' }));

  async function load(): Promise<void> {
    if (requestedItem.entry !== null) {
      if (isUuid(requestedItem.entry)) await read(requestedItem.entry);
      else $view.set({ state: 'gone', reason: 'waitlist_entry_not_found' });
      return;
    }
    const kind: ScheduleItem['kind'] = requestedItem.camp === null ? 'session' : 'camp';
    const id = requestedItem.camp ?? requestedItem.session;
    if (id === null || !isUuid(id)) {
      $view.set({ state: 'gone', reason: 'missing' });
      return;
    }
    const answer = await findScheduleItem(kind, id);
    if (!answer.ok) {
      $view.set({ state: 'gone', reason: notFoundReasonOf(answer.code) });
      return;
    }
    const form = createJoinForm(answer.place, ({ secret, ...entry }) => {
      keep(secret);
      show(entry, secret, true);
    });
    form.open(form.$saved.get());
    void readFormPrefill().then((family) => family && form.fillFrom(family));
    $view.set({ state: 'form', form });
  }

  async function read(secret: string): Promise<void> {
    const answer = await getEntry(secret);
    if (answer.ok) show(answer.value, secret, false);
    else $view.set({ state: 'gone', reason: notFoundReasonOf(answer.code) });
  }

  function show(entry: WaitlistView, secret: string, hasJoined: boolean): void {
    const clockOffsetMs = Date.parse(entry.server_time) - now();
    $view.set({
      state: 'entry',
      entry,
      secret,
      clockOffsetMs: clockOffsetMs,
      hasJoined,
      isFromMail: requestedItem.confirm !== null,
    });
  }

  /** Reads the entry. Returns false if there was no answer. The page then keeps what it shows. */
  async function refresh(): Promise<boolean> {
    const view = $view.get();
    if (view.state !== 'entry' || $busy.get()) return true;
    const answer = await getEntry(view.secret);
    if (answer.ok) show(answer.value, view.secret, view.hasJoined && isQueued(answer.value));
    return answer.ok;
  }

  async function runChange(
    call: (secret: string) => Promise<Answer<WaitlistView>>,
    hasJoined: (entry: WaitlistView) => boolean = () => false,
  ): Promise<void> {
    const view = $view.get();
    if (view.state !== 'entry') return;
    await run(async () => {
      const answer = await call(view.secret);
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code) };
      show(answer.value, view.secret, hasJoined(answer.value));
      return null;
    });
  }

  return {
    $view,
    $problem,
    $busy,
    open,
    retry,
    refresh,
    hasEntry: requestedItem.entry !== null,
    confirm: () => runChange((secret) => confirmEntry(secret, requestedItem.confirm ?? ''), isQueued),
    decline: () => runChange(declineOffer),
    leave: () => runChange(leaveWaitlist),
  };
}

export type Waitlist = ReturnType<typeof createWaitlist>;

const isQueued = ({ status }: WaitlistView) => status === 'waiting' || status === 'unconfirmed';

function notFoundReasonOf(code: ErrorCode): NotFoundReason {
  const reason = notFoundCodes.find((candidate) => candidate === code);
  if (reason) return reason;
  report(`The waitlist could not be read: ${code}`);
  return 'failed';
}

export const pageWaitlist = createPage(() => {
  const query = new URLSearchParams(location.search);
  return createWaitlist(
    {
      entry: takeSecret('entry'),
      confirm: takeSecret('confirm'),
      session: query.get('session'),
      camp: query.get('camp'),
    },
    { keep: (secret) => keepSecret('entry', secret, paths.waitlist) },
  );
});
