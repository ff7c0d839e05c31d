import type { ErrorCode } from '#contract/errors.ts';
import type { PlaceDetails } from '#contract/management-schedule.ts';
import type { PlaceImpact, PlaceNotice } from '#contract/place-changes.ts';
import { atom } from 'nanostores';
import { isUuid } from '#domain/uuid.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from '../api.ts';
import { concernsFamilies, type Decision, needsAsking, noticeOf } from '../change/impact.ts';
import { changesOf, type Difference, differences, type Fields, fieldsOf } from '../model.ts';

export type Kind = 'session' | 'camp';
export type PlaceView =
  | { state: 'closed' }
  | { state: 'loading'; id: string }
  | { state: 'failed'; id: string; code: ErrorCode }
  | { state: 'ready'; id: string; details: PlaceDetails }
  | { state: 'new'; kind: Kind; fields: Fields };

export type Outcome =
  | {
      state: 'done';
      what: 'made' | 'saved' | 'put_back';
      offered: number;
      mails: number;
      undo: (() => Promise<void>) | null;
    }
  | { state: 'refused'; code: ErrorCode; field: string | null }
  /** Somebody else's changes. Typed values stay, and another press saves over them. */
  | { state: 'overtaken'; by: string | null; changes: readonly Difference[] };

/** The consequences of a change, before it is made; `answer` null cancels it. */
export interface Question {
  impact: PlaceImpact;
  changes: readonly Difference[];
  anew: boolean;
  answer: (decision: Decision | null) => void;
}

const NAME = 'place';

interface Rules {
  hrefOf: (changed: Record<string, string>) => string;
  /** `at`: time of the change, if built pages show it; otherwise null. */
  onChanged: (at: string | null) => void;
}

/** The session or camp that the address names, or a new one. */
export function createPlace({ hrefOf, onChanged }: Rules) {
  const $view = atom<PlaceView>({ state: 'closed' });
  const { $busy, $outcome, run } = createAction<Outcome>();
  /** An action that waits for an answer stays busy. */
  const $question = atom<Question | null>(null);

  /** The action belongs to the place that was open before. */
  function forgetAction(): void {
    $question.get()?.answer(null);
    $outcome.set(null);
  }

  async function read(id: string): Promise<void> {
    const answer = await api.fetchPlace(id);
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
      forgetAction();
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
    forgetAction();
    $view.set({ state: 'closed' });
  }
  function make(kind: Kind, fields: Fields): void {
    forgetAction();
    $view.set({ state: 'new', kind, fields });
    history.replaceState(history.state, '', hrefOf({ [NAME]: '' }));
  }
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
  function stands(details: PlaceDetails): void {
    const { id, kind } = details.place;
    $view.set({ state: 'ready', id, details });
    onChanged(kind === 'camp' ? details.at : null);
  }

  async function overtaken(id: string, seen: Fields): Promise<Outcome | null> {
    await read(id);
    const now = $view.get();
    if (now.state !== 'ready' || now.id !== id) return null;
    return {
      state: 'overtaken',
      by: now.details.changes[0]?.by ?? null,
      changes: differences(seen, fieldsOf(now.details.place)),
    };
  }

  /** Shows the consequences of a change, and resolves with what staff decide; null if they cancel. */
  function askAbout(question: Omit<Question, 'answer'>): Promise<Decision | null> {
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
    field: field ?? null,
  });

  interface Change {
    draft: Fields;
    /** The fields when the form was opened. */
    seen: Fields;
    what: 'saved' | 'put_back';
    /** The decision about notifying families of the change that this one undoes. */
    same: Decision | null;
    /** True if the consequences have changed since they were shown. */
    anew: boolean;
  }

  async function attempt(change: Change): Promise<Outcome | null> {
    const { draft, seen, what, same, anew } = change;
    const shown = $view.get();
    if (shown.state !== 'new' && shown.state !== 'ready') return null;
    const id = shown.state === 'ready' ? shown.id : null;
    const kind = shown.state === 'ready' ? shown.details.place.kind : shown.kind;
    const changes = id === null ? draft : changesOf(seen, draft);
    let notice: PlaceNotice | null = null;
    // A new camp has no children and no coach yet.
    if (concernsFamilies(changes) && (id !== null || kind === 'session')) {
      const impact = await api.previewChange(id, changes);
      if (!impact.ok) return refused(impact);
      if (same !== null) notice = noticeOf(impact.value, same);
      else if (needsAsking(impact.value)) {
        const differing = id === null ? [] : differences(seen, { ...seen, ...changes });
        const decision = await askAbout({ impact: impact.value, changes: differing, anew });
        if (decision === null) return null;
        notice = noticeOf(impact.value, decision);
      }
    }
    const answer = await api.savePlace(kind, id, changes, id === null ? null : seen, notice);
    if (!answer.ok) {
      if (answer.code === 'changed_meanwhile' && answer.field?.startsWith('p_notice') === true)
        return attempt({ ...change, same: null, anew: true });
      return answer.code === 'changed_meanwhile' && id !== null ? overtaken(id, seen) : refused(answer);
    }
    const { offered, impact, ...details } = answer.value;
    const decided =
      notice === null ? null : { tell: notice.tell, note: notice.tell ? '' : (notice.note ?? '') };
    stands(details);
    if (id === null) history.replaceState(history.state, '', hrefOf({ [NAME]: details.place.id }));
    const now = fieldsOf(details.place);
    return {
      state: 'done',
      what: id === null ? 'made' : what,
      offered,
      mails: impact?.mails ?? 0,
      // A new camp has no undo but must be cancelled, because the site has already shown its dates. A change that
      // offered places to the waitlist has no undo either, because those offers remain.
      undo:
        id === null
          ? kind === 'session'
            ? () => takeBack(details.place.id)
            : null
          : what === 'saved' && offered === 0
            ? () => putBack(seen, now, decided)
            : null,
    };
  }

  /** Creates or changes a place and returns whether it was done. `seen`: the fields when the form was opened. */
  async function save(draft: Fields, seen: Fields): Promise<boolean> {
    const outcome = await run(() => attempt({ draft, seen, what: 'saved', same: null, anew: false }));
    return outcome?.state === 'done';
  }

  async function putBack(before: Fields, now: Fields, same: Decision | null): Promise<void> {
    await run(() => attempt({ draft: before, seen: now, what: 'put_back', same, anew: false }));
  }

  async function takeBack(id: string): Promise<void> {
    await run(async () => {
      const answer = await api.withdrawSessions([id]);
      if (!answer.ok) return refused(answer);
      close();
      onChanged(null);
      return null;
    });
  }

  /** Reads it again after a change made elsewhere. */
  async function refresh(): Promise<void> {
    const shown = $view.get();
    if (shown.state === 'ready') await read(shown.id);
  }

  return { $view, $busy, $outcome, $question, watch, open, close, make, retry, save, refresh };
}
export type PlaceStore = ReturnType<typeof createPlace>;
