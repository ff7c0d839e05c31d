import { experienceLevels } from '#contract/orders.ts';
import { teamIds } from '#contract/teams.ts';
import { levelIds } from '#contract/tiers.ts';
import { atom } from 'nanostores';
import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { readStored, writeStored } from './storage.ts';

/** What the quiz suggested, kept for the booking (decisions "Quiz"). Team: `none` where no weekend team fits. */
export const QuizResult = v.object({
  team: v.picklist([...teamIds, 'none']),
  level: v.nullable(v.picklist(levelIds)),
  /** How it goes on a board, where an answer said it: the checkout asks the same. */
  experience: v.optional(v.picklist(experienceLevels)),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type QuizResult = v.InferOutput<typeof QuizResult>;

export const readQuizResult = () => readStored(storageKeys.quiz, QuizResult);

/** What was answered on this page: a booking on it goes on with that, kept or not. */
export const $answered = atom<QuizResult | null>(null);

/** Says whether the browser kept it. */
export function keepQuizResult(result: QuizResult): boolean {
  const kept = writeStored(storageKeys.quiz, result);
  $answered.set(result);
  return kept;
}
