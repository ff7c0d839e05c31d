import type { BookableSessions, BookedSessions } from '#contract/family-booking.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { atom, computed } from 'nanostores';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import { bookSessions, findSessions } from './api.ts';
import { cancelRule, messages, refusals, whenOf } from './messages.ts';
import {
  creditsAfter,
  filterOptions,
  type Option,
  buildOptions,
  refusedRow,
  type OptionFilter,
} from './model.ts';

export type View =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; children: BookableSessions['children']; options: readonly Option[] };

const FIRST_DAYS = 4;

/**
 * Creates the store with which a parent chooses sessions for several children and weekends, and books all of them or
 * none. `childId` and `sessionId` come from the address. That session is chosen already, if it is still free.
 */
export function createBooking(childId: string | null, sessionId: string | null = null) {
  let suggestedSessionId = sessionId;
  const $view = atom<View>({ state: 'loading' });
  const $keys = atom<readonly string[]>([]);
  const $shown = atom<OptionFilter>({ childId, otherTeams: false, days: FIRST_DAYS });
  const { $busy, $outcome, run } = createAction();
  /** `rule` says what cancelling costs. */
  const $done = atom<{
    bookings: BookedSessions['bookings'];
    names: ReadonlyMap<string, string>;
    rule: string;
  } | null>(null);
  /** The chosen options. They are in the order of selection, which is also the order of the rows that are sent. */
  const $chosen = computed([$view, $keys], (view, keys) =>
    view.state === 'ready'
      ? keys.flatMap((key) => view.options.find((option) => option.key === key) ?? [])
      : [],
  );

  async function open(): Promise<void> {
    const answer = await findSessions();
    if (!answer.ok) {
      if ($view.get().state !== 'ready') $view.set({ state: 'failed' });
      return;
    }
    const options = buildOptions(answer.value);
    $view.set({ state: 'ready', children: answer.value.children, options });
    // Sessions that are no longer free are deselected.
    const free = new Set(options.filter(({ state }) => state === 'free').map(({ key }) => key));
    $keys.set($keys.get().filter((key) => free.has(key)));
    const requestedChildId = $shown.get().childId;
    if (
      requestedChildId !== null &&
      !answer.value.children.some(({ child_id }) => child_id === requestedChildId)
    )
      $shown.set({ ...$shown.get(), childId: null });
    chooseSuggested(options);
  }

  /** Chooses the session of the address once, and lists its day. */
  function chooseSuggested(options: readonly Option[]): void {
    const option = options.find(
      (one) => one.childId === childId && one.session.session_id === suggestedSessionId,
    );
    suggestedSessionId = null;
    if (option?.state !== 'free') return;
    const { days } = filterOptions(options, { ...$shown.get(), days: Infinity });
    const position = days.findIndex(([day]) => day === option.session.session_date);
    $shown.set({ ...$shown.get(), days: Math.max(FIRST_DAYS, position + 1) });
    toggle(option);
  }

  function retry(): Promise<void> {
    $view.set({ state: 'loading' });
    return open();
  }

  function toggle(option: Option): void {
    const keys = $keys.get();
    $outcome.set(null);
    if (keys.includes(option.key)) {
      $keys.set(keys.filter((key) => key !== option.key));
      return;
    }
    const view = $view.get();
    const child =
      view.state === 'ready' ? view.children.find(({ child_id }) => child_id === option.childId) : undefined;
    if (option.state !== 'free' || !child) return;
    if (creditsAfter(child, $chosen.get()) <= 0)
      $outcome.set({ tone: 'bad', text: messages.noMore(option.child) });
    else $keys.set([...keys, option.key]);
  }

  async function book(): Promise<void> {
    const chosenOptions = $chosen.get();
    if (chosenOptions.length === 0) return;
    const rows = chosenOptions.map(({ childId: child_id, session: { session_id } }) => ({
      child_id,
      session_id,
    }));
    await run(async () => {
      const answer = await bookSessions(rows);
      if (!answer.ok) return refuse(answer, chosenOptions);
      const names = new Map(chosenOptions.map((option) => [option.childId, option.child]));
      $done.set({ bookings: answer.value.bookings, names, rule: cancelRule(chosenOptions) });
      $keys.set([]);
      await readFamily();
      return null;
    });
  }

  async function refuse(
    { code, field }: { code: ErrorCode; field?: string },
    chosenOptions: readonly Option[],
  ): Promise<Message> {
    const text = await errorText(code, refusals);
    const row = refusedRow(field, chosenOptions);
    // Somebody else may have taken the spot, so the list is read again.
    if (code !== 'unexpected' && code !== 'rate_limited' && code !== 'unauthorized') await open();
    return {
      tone: 'bad',
      text: row ? `${row.child}, ${whenOf(row.session)}: ${text} ${messages.nothingBooked}` : text,
    };
  }

  return {
    $view,
    $keys,
    $chosen,
    $shown,
    $outcome,
    $busy,
    $done,
    open,
    retry,
    toggle,
    book,
    show: (change: Partial<OptionFilter>) => $shown.set({ ...$shown.get(), ...change }),
    later: () => $shown.set({ ...$shown.get(), days: $shown.get().days + FIRST_DAYS * 2 }),
    again: () => {
      $done.set(null);
      return open();
    },
  };
}
export type Booking = ReturnType<typeof createBooking>;
