import type { ErrorCode } from '#contract/errors.ts';
import type { CampFields, ScheduleItemDetails } from '#contract/management-schedule.ts';
import type { ChangeImpact, ChangeNotice } from '#contract/place-changes.ts';
import { atom } from 'nanostores';
import { isUuid } from '#domain/uuid.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from '../api.ts';
import { concernsFamilies, type Decision, needsConfirmation, noticeOf } from '../change/impact.ts';
import { changesOf, type Difference, differences, type Fields, fieldsOf, type KindFields } from '../model.ts';

export type ItemView =
  | { state: 'closed' }
  | { state: 'loading'; id: string }
  | { state: 'failed'; id: string; code: ErrorCode }
  | { state: 'ready'; id: string; details: ScheduleItemDetails }
  | { state: 'new'; item: KindFields }
  | { state: 'removed'; id: string; title: string };

export type Outcome =
  | {
      state: 'done';
      what: 'created' | 'saved' | 'undone';
      /** The number of families on the waitlist that were offered a spot. */
      offered: number;
      mails: number;
      undo: (() => Promise<void>) | null;
    }
  /** `what` is `remove` if a camp could not be removed. If it is missing, a change was refused. */
  | { state: 'refused'; code: ErrorCode; field?: string; names?: readonly string[]; what?: 'remove' }
  /**
   * `changes` are somebody else's, and `current` are the fields that are stored now. Typed values stay, so that staff
   * can save them over these fields.
   */
  | { state: 'conflict'; by: string | null; changes: readonly Difference[]; current: Fields };

/** A question about a change. Staff see the consequences before the change is made. The answer null cancels it. */
export interface Question {
  impact: ChangeImpact;
  changes: readonly Difference[];
  /** True if the consequences have changed since staff saw them. */
  hasChanged: boolean;
  answer: (decision: Decision | null) => void;
}

/** The name of the query parameter with the id. */
const NAME = 'place';

interface Rules {
  hrefOf: (changed: Record<string, string>) => string;
  /** Called after a change. `at` is the time of a change that built pages show, or null if they do not show it. */
  onChanged: (at: string | null) => void;
  /** Called after a camp was removed. Built pages still show it. */
  onRemoved: () => void;
}

/** The store reads the session or camp that the address names and changes it, or creates a new one. */
export function createItemDetailsStore({ hrefOf, onChanged, onRemoved }: Rules) {
  const $view = atom<ItemView>({ state: 'closed' });
  const action = createAction<Outcome>();
  const { $busy, $outcome, run } = action;
  /** The question that waits for its answer. Until then, the action counts as running. */
  const $question = atom<Question | null>(null);

  /** Clears the action, because it belongs to the session or camp that was open before. */
  function clearAction(): void {
    $question.get()?.answer(null);
    $outcome.set(null);
  }

  async function read(id: string): Promise<void> {
    const answer = await api.fetchItem(id);
    const view = $view.get();
    if (!('id' in view) || view.id !== id) return;
    if (answer.ok) $view.set({ state: 'ready', id, details: answer.value });
    else if (view.state !== 'ready') $view.set({ state: 'failed', id, code: answer.code });
  }

  function readAddress(): void {
    const id = new URLSearchParams(location.search).get(NAME);
    const view = $view.get();
    if (id === null || !isUuid(id)) {
      if (view.state !== 'new') $view.set({ state: 'closed' });
    } else if (!('id' in view) || view.id !== id) {
      clearAction();
      $view.set({ state: 'loading', id });
      void read(id);
    }
  }
  function open(id: string): void {
    history.pushState(history.state, '', hrefOf({ [NAME]: id }));
    readAddress();
  }
  function close(): void {
    history.replaceState(history.state, '', hrefOf({ [NAME]: '' }));
    clearAction();
    $view.set({ state: 'closed' });
  }
  function openNew(item: KindFields): void {
    clearAction();
    $view.set({ state: 'new', item });
    history.replaceState(history.state, '', hrefOf({ [NAME]: '' }));
  }
  /** Starts the store when the screen mounts. Returns a function that stops it. */
  function watch(): () => void {
    readAddress();
    addEventListener('popstate', readAddress);
    return () => removeEventListener('popstate', readAddress);
  }
  async function retry(): Promise<void> {
    const view = $view.get();
    if (view.state !== 'failed') return;
    $view.set({ state: 'loading', id: view.id });
    await read(view.id);
  }

  /** Shows the new state, which the answer to a change contains. */
  function showSaved(details: ScheduleItemDetails): void {
    const { id, kind } = details.place;
    $view.set({ state: 'ready', id, details });
    onChanged(kind === 'camp' ? details.at : null);
  }

  async function readConflict(id: string, original: Fields): Promise<Outcome | null> {
    await read(id);
    const view = $view.get();
    if (view.state !== 'ready' || view.id !== id) return null;
    const current = fieldsOf(view.details.place).fields;
    return {
      state: 'conflict',
      by: view.details.changes[0]?.by ?? null,
      changes: differences(original, { ...current }),
      current: { ...current },
    };
  }

  /** Resolves with the decision of staff, or null if they cancel. */
  function askDecision(question: Omit<Question, 'answer'>): Promise<Decision | null> {
    return new Promise((resolve) => {
      $question.set({
        ...question,
        answer: (decision) => {
          $question.set(null);
          resolve(decision);
        },
      });
    });
  }
  interface Refused {
    code: ErrorCode;
    field?: string;
    names?: readonly string[];
  }
  const refusedOutcome = ({ code, field, names }: Refused): Outcome => ({
    state: 'refused',
    code,
    ...(field !== undefined && { field }),
    ...(names !== undefined && { names }),
  });

  interface Change {
    /** All fields, including the changed ones. */
    fields: Fields;
    /** All fields as the form was opened with them. */
    original: Fields;
    what: 'saved' | 'undone';
    /** An undo repeats what staff decided about notifying families of the first change. */
    previousDecision?: Decision | null;
    /** True if the consequences have changed since staff saw them. */
    hasChanged?: boolean;
  }

  async function change(requestedChange: Change): Promise<Outcome | null> {
    const { fields, original, what, previousDecision = null, hasChanged = false } = requestedChange;
    const view = $view.get();
    if (view.state !== 'new' && view.state !== 'ready') return null;
    const id = view.state === 'ready' ? view.id : null;
    const kind = view.state === 'ready' ? view.details.place.kind : view.item.kind;
    const changes = id === null ? fields : changesOf(original, fields);
    let notice: ChangeNotice | null = null;
    let reason: string | null = null;
    // A new camp has no children and no coach yet, so it needs no preview.
    if (concernsFamilies(changes) && (id !== null || kind === 'session')) {
      const impact = await api.previewChange(id, changes);
      if (!impact.ok) return refusedOutcome(impact);
      if (previousDecision !== null && !impact.value.needs_reason)
        notice = noticeOf(impact.value, previousDecision);
      else if (needsConfirmation(impact.value)) {
        const changedFields = id === null ? [] : differences(original, { ...original, ...changes });
        const decision = await askDecision({ impact: impact.value, changes: changedFields, hasChanged });
        if (decision === null) return null;
        notice = noticeOf(impact.value, decision);
        reason = decision.reason ?? null;
      }
    }
    const answer = await api.saveItem(kind, id, changes, id === null ? null : original, notice, reason);
    if (!answer.ok) {
      const isOther = answer.code === 'changed_meanwhile' && answer.field?.startsWith('p_notice') === true;
      // The consequences differ from those that staff saw, or the coach was assigned elsewhere since then.
      if (isOther || answer.code === 'coach_unavailable')
        return change({ ...requestedChange, previousDecision: null, hasChanged: true });
      return answer.code === 'changed_meanwhile' && id !== null
        ? readConflict(id, original)
        : refusedOutcome(answer);
    }
    const { offered, impact, ...details } = answer.value;
    const decision =
      notice === null ? null : { notify: notice.notify, note: notice.notify ? '' : (notice.note ?? '') };
    showSaved(details);
    if (id === null) history.replaceState(history.state, '', hrefOf({ [NAME]: details.place.id }));
    const current = fieldsOf(details.place).fields;
    // A new camp cannot be undone but must be cancelled, because the site has already shown its
    // dates. A change that offered spots to the waitlist cannot be undone either, because those
    // offers remain.
    const undoCreation = kind === 'session' ? () => withdraw(details.place.id) : null;
    const undoChange =
      what === 'saved' && offered === 0 ? () => undo(original, { ...current }, decision) : null;
    return {
      state: 'done',
      what: id === null ? 'created' : what,
      offered,
      mails: impact?.mails ?? 0,
      undo: id === null ? undoCreation : undoChange,
    };
  }

  /** Saves the form. The form calls this inside `action`. */
  const save = (fields: Fields, original: Fields) => change({ fields, original, what: 'saved' });

  async function undo(before: Fields, current: Fields, previousDecision: Decision | null): Promise<void> {
    await run(() => change({ fields: before, original: current, what: 'undone', previousDecision }));
  }

  async function withdraw(id: string): Promise<void> {
    await run(async () => {
      const answer = await api.withdrawSessions([id]);
      if (!answer.ok) return refusedOutcome(answer);
      close();
      onChanged(null);
      return null;
    });
  }

  /** Removes a camp. The database refuses this if the camp has changed since staff saw it. */
  async function remove(camp: CampFields): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready') return;
    const { id } = view;
    await run(async () => {
      const answer = await api.removeCamp(id, camp);
      if (!answer.ok) {
        await read(id);
        return { state: 'refused', code: answer.code, what: 'remove' };
      }
      history.replaceState(history.state, '', hrefOf({ [NAME]: '' }));
      $view.set({ state: 'removed', id, title: camp.name });
      onRemoved();
      return null;
    });
  }

  /** Reads the session or camp again, because it was changed elsewhere. */
  async function refresh(): Promise<void> {
    const view = $view.get();
    if (view.state === 'ready') await read(view.id);
  }

  return {
    $view,
    $busy,
    $outcome,
    $question,
    action,
    watch,
    open,
    close,
    openNew,
    retry,
    save,
    showSaved,
    remove,
    refresh,
  };
}
export type ItemDetailsStore = ReturnType<typeof createItemDetailsStore>;
