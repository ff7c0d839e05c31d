import type { ErrorCode } from '#contract/errors.ts';
import type { PlaceDetails } from '#contract/management-schedule.ts';
import type { PlaceImpact, PlaceNotice } from '#contract/place-changes.ts';
import { atom } from 'nanostores';
import { isUuid } from '#domain/uuid.ts';
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

export type Act =
  | { state: 'idle' }
  | { state: 'busy' }
  | {
      state: 'done';
      what: 'made' | 'saved' | 'put_back';
      offered: number;
      mails: number;
      undo: (() => Promise<void>) | null;
    }
  | { state: 'refused'; code: ErrorCode; field: string | null }
  /** The consequences before it is done; `answer` null cancels it. */
  | {
      state: 'asks';
      impact: PlaceImpact;
      changes: readonly Difference[];
      anew: boolean;
      answer: (decision: Decision | null) => void;
    }
  /** Somebody else's changes. Typed values stay, and another press saves over them. */
  | { state: 'overtaken'; by: string | null; changes: readonly Difference[] };

const NAME = 'place';

interface Rules {
  hrefOf: (changed: Record<string, string>) => string;
  /** `at`: time of the change, if built pages show it; otherwise null. */
  onChanged: (at: string | null) => void;
}

/** The session or camp that the address names, or a new one. */
export function createPlace({ hrefOf, onChanged }: Rules) {
  const $view = atom<PlaceView>({ state: 'closed' });
  const $act = atom<Act>({ state: 'idle' });

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
      $act.set({ state: 'idle' });
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
    $act.set({ state: 'idle' });
    $view.set({ state: 'closed' });
  }
  function make(kind: Kind, fields: Fields): void {
    $act.set({ state: 'idle' });
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

  async function overtaken(id: string, seen: Fields): Promise<void> {
    await read(id);
    const now = $view.get();
    if (now.state !== 'ready' || now.id !== id) return;
    $act.set({
      ...{ state: 'overtaken', by: now.details.changes[0]?.by ?? null },
      changes: differences(seen, fieldsOf(now.details.place)),
    });
  }

  /**
   * The consequences of a change and what staff decide. `same`: the decision about the change that this one undoes.
   * Null if it is not done; `$act` then has the reason.
   */
  async function agreed(
    id: string | null,
    changes: Fields,
    seen: Fields,
    same: Decision | null,
    anew: boolean,
  ): Promise<{ notice: PlaceNotice | null } | null> {
    const impact = await api.previewChange(id, changes);
    if (!impact.ok) {
      $act.set({ state: 'refused', code: impact.code, field: impact.field ?? null });
      return null;
    }
    if (same !== null || !needsAsking(impact.value)) {
      return { notice: same === null ? null : noticeOf(impact.value, same) };
    }
    const decision = await new Promise<Decision | null>((answer) => {
      const differing = id === null ? [] : differences(seen, { ...seen, ...changes });
      $act.set({ state: 'asks', impact: impact.value, changes: differing, anew, answer });
    });
    $act.set(decision === null ? { state: 'idle' } : { state: 'busy' });
    return decision && { notice: noticeOf(impact.value, decision) };
  }

  /**
   * Creates or changes a place and returns whether it was done. `seen`: the fields when the form was opened; `same`:
   * an earlier decision about notifying families.
   */
  async function save(
    draft: Fields,
    seen: Fields,
    what: 'saved' | 'put_back' = 'saved',
    same: Decision | null = null,
    anew = false,
  ): Promise<boolean> {
    const shown = $view.get();
    const state = $act.get().state;
    if (state === 'busy' || state === 'asks' || (shown.state !== 'new' && shown.state !== 'ready'))
      return false;
    const id = shown.state === 'ready' ? shown.id : null;
    const kind = shown.state === 'ready' ? shown.details.place.kind : shown.kind;
    const changes = id === null ? draft : changesOf(seen, draft);
    $act.set({ state: 'busy' });
    let notice: PlaceNotice | null = null;
    // A new camp has no children and no coach yet.
    if (concernsFamilies(changes) && (id !== null || kind === 'session')) {
      const agreement = await agreed(id, changes, seen, same, anew);
      if (agreement === null) return false;
      ({ notice } = agreement);
    }
    const answer = await api.savePlace(kind, id, changes, id === null ? null : seen, notice);
    if (!answer.ok) {
      if (answer.code === 'changed_meanwhile' && answer.field?.startsWith('p_notice') === true) {
        $act.set({ state: 'idle' });
        return save(draft, seen, what, null, true);
      }
      if (answer.code === 'changed_meanwhile' && id !== null) await overtaken(id, seen);
      else $act.set({ state: 'refused', code: answer.code, field: answer.field ?? null });
      return false;
    }
    const { offered, impact, ...details } = answer.value;
    const told = notice === null ? null : { tell: notice.tell, note: notice.tell ? '' : (notice.note ?? '') };
    stands(details);
    if (id === null) history.replaceState(history.state, '', hrefOf({ [NAME]: details.place.id }));
    const now = fieldsOf(details.place);
    $act.set({
      ...{ state: 'done', what: id === null ? 'made' : what, offered, mails: impact?.mails ?? 0 },
      // A new camp has no undo but must be cancelled, because the site has already shown its dates. A change that
      // offered places to the waitlist has no undo either, because those offers remain.
      undo:
        id === null
          ? kind === 'session'
            ? () => takeBack(details.place.id)
            : null
          : what === 'saved' && offered === 0
            ? async () => void (await save(seen, now, 'put_back', told))
            : null,
    });
    return true;
  }

  async function takeBack(id: string): Promise<void> {
    $act.set({ state: 'busy' });
    const answer = await api.withdrawSessions([id]);
    if (answer.ok) {
      close();
      onChanged(null);
    } else $act.set({ state: 'refused', code: answer.code, field: null });
  }

  /** Reads it again after a change made elsewhere. */
  async function refresh(): Promise<void> {
    const shown = $view.get();
    if (shown.state === 'ready') await read(shown.id);
  }

  return { $view, $act, watch, open, close, make, retry, save, refresh };
}
export type PlaceStore = ReturnType<typeof createPlace>;
