import type { ErrorCode } from '#contract/errors.ts';
import type { PlaceImpact, PlaceNotice } from '#contract/place-changes.ts';
import { atom } from 'nanostores';
import { assignCoach } from '#api/assign-coach.ts';
import * as api from '../api.ts';
import { type Decision, needsAsking, noticeOf } from './impact.ts';

export type CoachChangeState =
  | { state: 'idle' }
  | { state: 'busy' }
  | { state: 'refused'; code: ErrorCode }
  | { state: 'asks'; coachId: string; leads: boolean; impact: PlaceImpact; anew: boolean; busy: boolean };

/** Adds or removes a camp's coach. Consequences are shown first, if there are any. */
export function createCoachChange(campId: string, onDone: () => Promise<void>) {
  const $state = atom<CoachChangeState>({ state: 'idle' });

  async function assign(coachId: string, leads: boolean, notice: PlaceNotice | null): Promise<void> {
    const answer = await assignCoach(campId, coachId, leads, notice);
    if (!answer.ok && answer.code === 'changed_meanwhile' && answer.field?.startsWith('p_notice') === true)
      return ask(coachId, leads, true);
    await onDone();
    $state.set(answer.ok ? { state: 'idle' } : { state: 'refused', code: answer.code });
  }

  async function ask(coachId: string, leads: boolean, anew: boolean): Promise<void> {
    const answer = await api.previewChange(campId, { coach_id: coachId, leads });
    if (!answer.ok) $state.set({ state: 'refused', code: answer.code });
    else if (needsAsking(answer.value))
      $state.set({ state: 'asks', coachId, leads, impact: answer.value, anew, busy: false });
    else await assign(coachId, leads, null);
  }

  async function press(coachId: string, leads: boolean): Promise<void> {
    if ($state.get().state === 'busy') return;
    $state.set({ state: 'busy' });
    await ask(coachId, leads, false);
  }

  async function decide(decision: Decision): Promise<void> {
    const shown = $state.get();
    if (shown.state !== 'asks' || shown.busy) return;
    $state.set({ ...shown, busy: true });
    await assign(shown.coachId, shown.leads, noticeOf(shown.impact, decision));
  }

  const leave = () => $state.set({ state: 'idle' });
  return { $state, press, decide, leave };
}
