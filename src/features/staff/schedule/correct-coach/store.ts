import type { ScheduleItemDetails } from '#contract/management-schedule.ts';
import { atom, computed } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from '../api.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { correctRefusals } from './messages.ts';

interface Coach {
  id: string;
  name: string;
}
interface Draft {
  /** The coach who was recorded. Null if nobody was recorded, or if a coach of a camp was missing. */
  from: string | null;
  to: string | null;
  reason: string;
}
type Detail = Pick<ItemDetailsStore, 'showSaved' | 'refresh'>;

/**
 * Creates the store for corrections. Coaches are paid for what they taught, so staff can correct it later (decisions
 * "Hours for pay").
 */
export function createCorrection(
  detail: Detail,
  { place, coaches: recordedCoaches }: Pick<ScheduleItemDetails, 'place' | 'coaches'>,
  coaches: readonly Coach[],
) {
  /** The choices are the recorded coaches and everybody who coaches now. */
  const coachChoices = [
    ...recordedCoaches,
    ...coaches.filter(({ id }) => !recordedCoaches.some((coach) => coach.id === id)),
  ];
  const first = recordedCoaches[0]?.id ?? null;
  const $draft = atom<Draft>({ from: first, to: first, reason: '' });
  const $isTried = atom(false);
  const action = createAction();
  const $isSame = computed($draft, ({ from, to }) => from === to);

  const change = (patch: Partial<Draft>) => $draft.set({ ...$draft.get(), ...patch });

  /** Saves the correction. Returns true if that succeeded. */
  async function save(): Promise<boolean> {
    $isTried.set(true);
    const { from, to, reason } = $draft.get();
    if (from === to || reason.trim() === '') return false;
    let isSaved = false;
    await action.run(async () => {
      const answer = await api.correctCoach(place.id, from, to, reason.trim());
      if (answer.ok) {
        isSaved = true;
        detail.showSaved(answer.value);
        return null;
      }
      // The details below the message must be current, so they are read again.
      await detail.refresh();
      return { tone: 'bad', text: await errorText(answer.code, correctRefusals) };
    });
    return isSaved;
  }

  return {
    $draft,
    $isSame,
    $isTried,
    $busy: action.$busy,
    $outcome: action.$outcome,
    recordedCoaches,
    coachChoices,
    change,
    save,
  };
}
