import type { CoachChange, CoachChangeItem } from '#contract/coach-time.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { atom } from 'nanostores';
import { createAction } from '#ui/kit/action.ts';
import * as api from '../api.ts';

/** Everything that this coach has between two days. */
interface CoachSpan {
  coachId: string;
  from: string;
  until: string;
}

type View =
  /** `code` says why the last attempt failed. */
  | { state: 'form'; code: ErrorCode | null; isEmpty: boolean }
  | { state: 'preview'; change: CoachChange; code: ErrorCode | null; hasChanged: boolean }
  | { state: 'done'; change: CoachChange; code: ErrorCode | null }
  | { state: 'undone' };

/**
 * Returns the changes. Each includes the coach that its session or camp had in the preview, so that the database can
 * refuse an outdated change.
 */
const itemsOf = ({ places }: CoachChange): CoachChangeItem[] =>
  places
    .filter(({ left_out }) => left_out === null)
    .map(({ place_id, from, to }) => ({ place_id, from: from?.id ?? null, to: to?.id ?? null }));

/**
 * Creates the store that shows the consequences before the coaches change. If `ids` is null, everything that a coach
 * has is changed.
 */
export function createCoachChanges(ids: readonly string[] | null, onChanged: () => void) {
  const $view = atom<View>({ state: 'form', code: null, isEmpty: false });
  const { $busy, run } = createAction();
  // The view itself shows the outcome of each action.
  const runAction = (work: () => Promise<void>) => run(() => work().then(() => null));

  async function show(items: CoachChangeItem[], hasChanged: boolean): Promise<void> {
    const answer = await api.previewCoaches(items);
    $view.set(
      answer.ok
        ? { state: 'preview', change: answer.value, code: null, hasChanged }
        : { state: 'form', code: answer.code, isEmpty: false },
    );
  }

  const preview = (to: string, span: CoachSpan | null) =>
    runAction(async () => {
      if (span === null)
        return show(
          (ids ?? []).map((place_id) => ({ place_id, to })),
          false,
        );
      const answer = await api.fetchCoachPlaces(span.coachId, span.from, span.until);
      if (!answer.ok) $view.set({ state: 'form', code: answer.code, isEmpty: false });
      else if (answer.value.place_ids.length === 0) $view.set({ state: 'form', code: null, isEmpty: true });
      else
        await show(
          answer.value.place_ids.map((place_id) => ({ place_id, from: span.coachId, to })),
          false,
        );
    });

  const confirm = (reason: string | null) =>
    runAction(async () => {
      const view = $view.get();
      if (view.state !== 'preview') return;
      const items = itemsOf(view.change);
      const answer = await api.changeCoaches(items, reason);
      if (answer.ok) {
        $view.set({ state: 'done', change: answer.value, code: null });
        onChanged();
      } else if (answer.code === 'changed_meanwhile' || answer.code === 'coach_unavailable')
        await show(items, true);
      else $view.set({ ...view, code: answer.code });
    });

  const undo = () =>
    runAction(async () => {
      const view = $view.get();
      if (view.state !== 'done') return;
      const undoItems = itemsOf(view.change).map(({ place_id, from = null, to }) => ({
        place_id,
        from: to,
        to: from,
      }));
      const answer = await api.changeCoaches(undoItems, null);
      $view.set(answer.ok ? { state: 'undone' } : { ...view, code: answer.code });
      onChanged();
    });

  const showForm = () => $view.set({ state: 'form', code: null, isEmpty: false });

  return { $view, $busy, preview, confirm, undo, back: showForm };
}
export type CoachChanges = ReturnType<typeof createCoachChanges>;
