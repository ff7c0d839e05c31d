import type { ErrorCode } from '#contract/errors.ts';
import type { ChangeImpact, ChangeNotice } from '#contract/place-changes.ts';
import { atom } from 'nanostores';
import { assignCoach, previewCoach } from '#api/assign-coach.ts';
import { createAction } from '#ui/kit/action.ts';
import { type Decision, needsConfirmation, noticeOf } from './impact.ts';

interface Change {
  coachId: string;
  action: 'add' | 'remove';
}

/** A change that has consequences, which staff must confirm. */
interface Question extends Change {
  impact: ChangeImpact;
  /** True if the consequences have changed since staff saw them. */
  hasChanged: boolean;
}

interface RefusedOutcome {
  state: 'refused';
  code: ErrorCode;
}

/** Creates the store for adding or removing a coach. If that has consequences, staff see them first. */
export function createCoachChange(campId: string, onDone: () => Promise<void>) {
  const { $busy, $outcome, run } = createAction<RefusedOutcome>();
  const $question = atom<Question | null>(null);

  async function assign(
    change: Change,
    notice: ChangeNotice | null,
    reason: string | null = null,
  ): Promise<RefusedOutcome | null> {
    const { coachId, action } = change;
    const answer = await assignCoach(campId, coachId, action === 'add', notice, reason);
    if (!answer.ok && answer.code === 'changed_meanwhile' && answer.field?.startsWith('p_notice') === true)
      return preview(change, true);
    // Somebody has assigned the coach elsewhere since the form was opened.
    if (!answer.ok && answer.code === 'coach_unavailable') return preview(change, true);
    await onDone();
    $question.set(null);
    return answer.ok ? null : { state: 'refused', code: answer.code };
  }

  async function preview(change: Change, hasChanged: boolean): Promise<RefusedOutcome | null> {
    const { coachId, action } = change;
    const answer = await previewCoach(campId, coachId, action === 'add');
    if (answer.ok && !needsConfirmation(answer.value)) return assign(change, null);
    $question.set(answer.ok ? { coachId, action, impact: answer.value, hasChanged } : null);
    return answer.ok ? null : { state: 'refused', code: answer.code };
  }

  const start = (coachId: string, action: Change['action']) => run(() => preview({ coachId, action }, false));

  async function confirm(decision: Decision): Promise<void> {
    const question = $question.get();
    if (question)
      await run(() => assign(question, noticeOf(question.impact, decision), decision.reason ?? null));
  }

  return { $busy, $outcome, $question, start, confirm, cancel: () => $question.set(null) };
}
