import { experienceLevels } from '#contract/orders.ts';
import * as v from 'valibot';
import { storageKeys } from '../config/paths.ts';
import { readStored, writeStored } from './storage.ts';

/** What the quiz suggested, kept for the booking (decisions "Quiz"). Team: `none` where no weekend team fits. */
export const QuizResult = v.object({
  team: v.picklist(['white', 'red', 'black', 'x', 'none']),
  level: v.nullable(v.picklist(['spark', 'ignite', 'epic', 'fire'])),
  /** How it goes on a board, where an answer said it: the checkout asks the same. */
  experience: v.optional(v.picklist(experienceLevels)),
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type QuizResult = v.InferOutput<typeof QuizResult>;

export const readQuizResult = () => readStored(storageKeys.quiz, QuizResult);

/** Raised on the window with the result, so that a booking on the same page goes on with it, kept or not. */
export const quizEvent = 'quiz-answered';

/** Says whether the browser kept it. */
export function keepQuizResult(result: QuizResult): boolean {
  const kept = writeStored(storageKeys.quiz, result);
  if (typeof dispatchEvent !== 'undefined') dispatchEvent(new CustomEvent(quizEvent, { detail: result }));
  return kept;
}
