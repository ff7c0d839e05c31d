import { experienceLevels } from '#contract/orders.ts';
import { teamIds } from '#contract/teams.ts';
import { levelIds } from '#contract/tiers.ts';
import { atom } from 'nanostores';
import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { readStored, writeStored } from './storage.ts';

/** The result of the quiz, saved for the booking (decisions "Quiz"). `team` is `none` if no weekend team fits. */
export const QuizResult = v.object({
  team: v.picklist([...teamIds, 'none']),
  level: v.nullable(v.picklist(levelIds)),
  /** The child's experience on a board, if an answer revealed it. The checkout asks the same question. */
  experience: v.optional(v.picklist(experienceLevels)),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type QuizResult = v.InferOutput<typeof QuizResult>;

export const readQuizResult = () => readStored(storageKeys.quiz, QuizResult);

export const $quizResult = atom<QuizResult | null>(null);

export function saveQuizResult(result: QuizResult): boolean {
  const isSaved = writeStored(storageKeys.quiz, result);
  $quizResult.set(result);
  return isSaved;
}
