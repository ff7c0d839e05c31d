import { form } from './documents/form.ts';
import { formField, formOption } from './objects/form-field.ts';
import { quizOption, quizQuestion, quizResult } from './objects/quiz-question.ts';
import { quiz } from './singletons/quiz.ts';

export const formTypes = [form, formField, formOption, quiz, quizQuestion, quizOption, quizResult];
