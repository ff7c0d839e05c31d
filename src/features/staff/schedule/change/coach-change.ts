import type { ErrorCode } from '#contract/errors.ts';
import type { PlaceImpact, PlaceNotice } from '#contract/place-changes.ts';
import { atom } from 'nanostores';
import { assignCoach } from '#api/assign-coach.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from '../api.ts';
import { type Decision, needsAsking, noticeOf } from './impact.ts';

/** What staff must confirm, because it has consequences. */
interface Question {
  coachId: string;
  leads: boolean;
  impact: PlaceImpact;
  /** The consequences changed since they were last shown. */
  anew: boolean;
}

interface Refused {
  state: 'refused';
  code: ErrorCode;
}

/** Adds or removes a camp's coach. Consequences are shown first, if there are any. */
export function createCoachChange(campId: string, onDone: () => Promise<void>) {
  const { $busy, $outcome, run } = createAction<Refused>();
  const $question = atom<Question | null>(null);

  async function assign(
    coachId: string,
    leads: boolean,
    notice: PlaceNotice | null,
  ): Promise<Refused | null> {
    const answer = await assignCoach(campId, coachId, leads, notice);
    if (!answer.ok && answer.code === 'changed_meanwhile' && answer.field?.startsWith('p_notice') === true)
      return ask(coachId, leads, true);
    await onDone();
    $question.set(null);
    return answer.ok ? null : { state: 'refused', code: answer.code };
  }

  async function ask(coachId: string, leads: boolean, anew: boolean): Promise<Refused | null> {
    const answer = await api.previewChange(campId, { coach_id: coachId, leads });
    if (answer.ok && !needsAsking(answer.value)) return assign(coachId, leads, null);
    $question.set(answer.ok ? { coachId, leads, impact: answer.value, anew } : null);
    return answer.ok ? null : { state: 'refused', code: answer.code };
  }

  const press = (coachId: string, leads: boolean) => run(() => ask(coachId, leads, false));

  async function decide(decision: Decision): Promise<void> {
    const asked = $question.get();
    if (asked) await run(() => assign(asked.coachId, asked.leads, noticeOf(asked.impact, decision)));
  }

  return { $busy, $outcome, $question, press, decide, leave: () => $question.set(null) };
}
