import { readQuizResult } from '#browser/quiz-result.ts';
import type { Form } from '../model.ts';

export const quizLevel = () => readQuizResult()?.experience;

/** Fills in the level of the quiz for the first child, unless the parent has already chosen one. */
export function withQuiz(form: Form): Form {
  const level = quizLevel();
  const [first, ...others] = form.children;
  if (level === undefined || !first || first.level !== undefined) return form;
  return { ...form, children: [{ ...first, level }, ...others] };
}
