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
      /** Families of the waitlist that were offered a place. */
      offered: number;
      mails: number;
      undo: (() => Promise<void>) | null;
    }
  /** `what`: a camp could not be removed; otherwise a change was refused. */
  | { state: 'refused'; code: ErrorCode; field?: string; what?: 'remove' }
  /** Somebody else's changes, and the fields as they are now. Typed values stay, to be saved over them. */
  | { state: 'conflict'; by: string | null; changes: readonly Difference[]; current: Fields };

/** The consequences of a change, before it is made; `answer` null cancels it. */
export interface Question {
  impact: ChangeImpact;
  changes: readonly Difference[];
  /** True if the consequences have changed since they were shown. */
  hasChanged: boolean;
  answer: (decision: Decision | null) => void;
}

/** Name of the query parameter that holds the id. */
const NAME = 'place';

interface Rules {
  hrefOf: (changed: Record<string, string>) => string;
  /** `at`: time of the change, if built pages show it; otherwise null. */
  onChanged: (at: string | null) => void;
  /** A camp was removed, which built pages still show. */
  onRemoved: () => void;
}

/** The session or camp that the address names, or a new one. */
export function createItemDetailsStore({ hrefOf, onChanged, onRemoved }: Rules) {
  const $view = atom<ItemView>({ state: 'closed' });
  const action = createAction<Outcome>();
  const { $busy, $outcome, run } = action;
  /** An action that waits for an answer stays busy. */
  const $question = atom<Question | null>(null);

  /** The action belongs to the item that was open before. */
  function clearAction(): void {
    $question.get()?.answer(null);
    $outcome.set(null);
  }

  async function read(id: string): Promise<void> {
    const answer = await api.fetchItem(id);
    const shown = $view.get();
    if (!('id' in shown) || shown.id !== id) return;
    if (answer.ok) $view.set({ state: 'ready', id, details: answer.value });
    else if (shown.state !== 'ready') $view.set({ state: 'failed', id, code: answer.code });
  }

  function showAddressed(): void {
    const id = new URLSearchParams(location.search).get(NAME);
    const shown = $view.get();
    if (id === null || !isUuid(id)) {
      if (shown.state !== 'new') $view.set({ state: 'closed' });
    } else if (!('id' in shown) || shown.id !== id) {
      clearAction();
      $view.set({ state: 'loading', id });
      void read(id);
    }
  }
  function open(id: string): void {
    history.pushState(history.state, '', hrefOf({ [NAME]: id }));
    showAddressed();
  }
  function close(): void {
    history.replaceState(history.state, '', hrefOf({ [NAME]: '' }));
    clearAction();
    $view.set({ state: 'closed' });
  }
  /** Opens the form of a new session or camp. */
  function openNew(item: KindFields): void {
    clearAction();
    $view.set({ state: 'new', item });
    history.replaceState(history.state, '', hrefOf({ [NAME]: '' }));
  }
  /** Call it when the screen mounts; the returned function ends it. */
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

  /** Shows the new state from the answer of a change. */
  function showSaved(details: ScheduleItemDetails): void {
    const { id, kind } = details.place;
    $view.set({ state: 'ready', id, details });
    onChanged(kind === 'camp' ? details.at : null);
  }

  async function readConflict(id: string, original: Fields): Promise<Outcome | null> {
    await read(id);
    const shown = $view.get();
    if (shown.state !== 'ready' || shown.id !== id) return null;
    const current = fieldsOf(shown.details.place).fields;
    return {
      state: 'conflict',
      by: shown.details.changes[0]?.by ?? null,
      changes: differences(original, { ...current }),
      current: { ...current },
    };
  }

  /** Shows the consequences of a change, and resolves with what staff decide; null if they cancel. */
  function ask(question: Omit<Question, 'answer'>): Promise<Decision | null> {
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
  const refused = ({ code, field }: { code: ErrorCode; field?: string }): Outcome => ({
    state: 'refused',
    code,
    ...(field !== undefined && { field }),
  });

  interface Change {
    /** All fields as they are to be. */
    fields: Fields;
    /** All fields as the form was opened with them. */
    original: Fields;
    what: 'saved' | 'undone';
    /** What staff decided about families for the change that this one undoes. */
    previousDecision?: Decision | null;
    /** True if the consequences have changed since they were shown. */
    hasChanged?: boolean;
  }

  async function change(wanted: Change): Promise<Outcome | null> {
    const { fields, original, what, previousDecision = null, hasChanged = false } = wanted;
    const shown = $view.get();
    if (shown.state !== 'new' && shown.state !== 'ready') return null;
    const id = shown.state === 'ready' ? shown.id : null;
    const kind = shown.state === 'ready' ? shown.details.place.kind : shown.item.kind;
    const changes = id === null ? fields : changesOf(original, fields);
    let notice: ChangeNotice | null = null;
    let reason: string | null = null;
    // A new camp has no children and no coach yet.
    if (concernsFamilies(changes) && (id !== null || kind === 'session')) {
      const impact = await api.previewChange(id, changes);
      if (!impact.ok) return refused(impact);
      if (previousDecision !== null && !impact.value.needs_reason)
        notice = noticeOf(impact.value, previousDecision);
      else if (needsConfirmation(impact.value)) {
        const differing = id === null ? [] : differences(original, { ...original, ...changes });
        const decision = await ask({ impact: impact.value, changes: differing, hasChanged });
        if (decision === null) return null;
        notice = noticeOf(impact.value, decision);
        reason = decision.reason ?? null;
      }
    }
    const answer = await api.saveItem(kind, id, changes, id === null ? null : original, notice, reason);
    if (!answer.ok) {
      const isOther = answer.code === 'changed_meanwhile' && answer.field?.startsWith('p_notice') === true;
      // Or somebody has planned the coach elsewhere in the meantime.
      if (isOther || answer.code === 'coach_unavailable')
        return change({ ...wanted, previousDecision: null, hasChanged: true });
      return answer.code === 'changed_meanwhile' && id !== null
        ? readConflict(id, original)
        : refused(answer);
    }
    const { offered, impact, ...details } = answer.value;
    const decision =
      notice === null ? null : { notify: notice.notify, note: notice.notify ? '' : (notice.note ?? '') };
    showSaved(details);
    if (id === null) history.replaceState(history.state, '', hrefOf({ [NAME]: details.place.id }));
    const current = fieldsOf(details.place).fields;
    return {
      state: 'done',
      what: id === null ? 'created' : what,
      offered,
      mails: impact?.mails ?? 0,
      // A new camp has no undo but must be cancelled, because the site has already shown its dates. A change that
      // offered places to the waitlist has no undo either, because those offers remain.
      undo:
        id === null
          ? kind === 'session'
            ? () => withdraw(details.place.id)
            : null
          : what === 'saved' && offered === 0
            ? () => undo(original, { ...current }, decision)
            : null,
    };
  }

  /** Creates or changes the item. It runs in `action`, as the form does it. */
  const save = (fields: Fields, original: Fields) => change({ fields, original, what: 'saved' });

  async function undo(before: Fields, current: Fields, previousDecision: Decision | null): Promise<void> {
    await run(() => change({ fields: before, original: current, what: 'undone', previousDecision }));
  }

  async function withdraw(id: string): Promise<void> {
    await run(async () => {
      const answer = await api.withdrawSessions([id]);
      if (!answer.ok) return refused(answer);
      close();
      onChanged(null);
      return null;
    });
  }

  /** Removes the open camp, if it is still as it is shown. */
  async function remove(camp: CampFields): Promise<void> {
    const shown = $view.get();
    if (shown.state !== 'ready') return;
    const { id } = shown;
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

  /** Reads it again after a change made elsewhere. */
  async function refresh(): Promise<void> {
    const shown = $view.get();
    if (shown.state === 'ready') await read(shown.id);
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
