import type { ReportedDetails } from '#contract/health.ts';
import { atom } from 'nanostores';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { staffTiming } from '#config/staff.ts';
import { paths } from '#config/paths.ts';
import * as api from './api.ts';

export type AnswersLink = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; address: string };
export type ChildAnswer = ReportedDetails[number];

/** Returns whether a parent has answered about a child's health. Unconfirmed health information counts as an answer. */
export const hasAnswered = ({ health, is_proposed }: ChildAnswer): boolean =>
  health.state !== 'unknown' || is_proposed;

/**
 * After a sale at the desk, a parent gives the children's details on their own phone. The store makes the link to that
 * form, and reads for which children the parent has answered.
 */
export function createParentAnswers(orderId: string) {
  const $link = atom<AnswersLink>({ state: 'loading' });
  /** Null until the answers have been read. */
  const $answers = atom<ReportedDetails | null>(null);

  async function makeLink(): Promise<void> {
    $link.set({ state: 'loading' });
    const answer = await api.makeDetailsLink(orderId);
    $link.set(
      answer.ok
        ? {
            state: 'ready',
            address: `${location.origin}${paths.manageBooking}?access=${answer.value.token}`,
          }
        : { state: 'failed' },
    );
  }

  /** Reads the answers. Returns false if that fails, and the last result is still shown. */
  async function refresh(): Promise<boolean> {
    const answer = await api.fetchReportedDetails(orderId);
    if (answer.ok) $answers.set(answer.value);
    return answer.ok;
  }

  function open(): () => void {
    void makeLink();
    void refresh();
    // Once everything is answered, nobody is waiting at the desk, so the answers are read less often.
    const isWaiting = () => !$answers.get()?.every(hasAnswered);
    return refreshWhileVisible(refresh, () =>
      isWaiting() ? staffTiming.DETAILS_REFRESH_MS : staffTiming.REFRESH_MS,
    );
  }

  return { $link, $answers, makeLink, open };
}
export type ParentAnswers = ReturnType<typeof createParentAnswers>;
