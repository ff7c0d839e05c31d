import { form } from './documents/form.ts';
import { formField, formOption } from './objects/form-field.ts';
import { quizOption, quizQuestion, quizResult } from './objects/quiz-question.ts';
import { quiz } from './singletons/quiz.ts';

/** Forms and the quiz, which families answer. */
export const formTypes = [form, formField, formOption, quiz, quizQuestion, quizOption, quizResult];
