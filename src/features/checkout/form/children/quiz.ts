import { readQuizResult } from '#browser/quiz-result.ts';
import type { Form } from '../model.ts';

/** What the quiz was told of the board: it asks the same as the checkout, of one child. */
export const quizLevel = () => readQuizResult()?.experience;

/** The form with that for the first child, unless its level is known from before. */
export function withQuiz(form: Form): Form {
  const level = quizLevel();
  const [first, ...others] = form.children;
  if (level === undefined || !first || first.level !== undefined) return form;
  return { ...form, children: [{ ...first, level }, ...others] };
}
