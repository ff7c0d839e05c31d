import type { ReviewedCamp, SaveReview } from '#contract/camp-reviews.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import * as api from './api.ts';
import { reviewMessages as words } from './messages.ts';

type View = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; camps: readonly ReviewedCamp[] };

/** The message about an action, and the camp that it is about. */
interface Outcome extends Message {
  campId: string;
}

/** The camps that the family can review, with its reviews. They are read on each visit. */
export function createReviews() {
  const $view = atom<View>({ state: 'loading' });
  const { $busy, $outcome, run } = createAction<Outcome>();

  async function load(): Promise<void> {
    $view.set({ state: 'loading' });
    const answer = await api.readReviews();
    $view.set(answer.ok ? { state: 'ready', camps: answer.value } : { state: 'failed' });
  }

  /** Sends a change and shows the new review, or what another parent has written meanwhile. */
  async function change(
    camp: ReviewedCamp,
    call: () => ReturnType<typeof api.saveReview>,
    text: string,
  ): Promise<boolean> {
    const outcome = await run(async () => {
      const answer = await call();
      const view = $view.get();
      if (answer.ok && view.state === 'ready') {
        const { review } = answer.value;
        $view.set({
          state: 'ready',
          camps: view.camps
            .map((each) => (each.camp_id === camp.camp_id ? { ...each, review } : each))
            .filter(({ review, can_write }) => can_write || review !== null),
        });
      }
      return answer.ok
        ? { campId: camp.camp_id, tone: 'calm', text }
        : { campId: camp.camp_id, tone: 'bad', text: await errorText(answer, {}) };
    });
    return outcome?.tone === 'calm';
  }

  const save = (camp: ReviewedCamp, review: Omit<SaveReview, 'p_camp_id' | 'p_version'>) =>
    change(
      camp,
      () => api.saveReview({ p_camp_id: camp.camp_id, p_version: camp.review?.version ?? 0, ...review }),
      words.saved(camp),
    );
  const remove = (camp: ReviewedCamp) =>
    change(camp, () => api.deleteReview(camp.camp_id), words.deleted(camp));

  return { $view, $busy, $outcome, load, save, remove };
}
export type Reviews = ReturnType<typeof createReviews>;
