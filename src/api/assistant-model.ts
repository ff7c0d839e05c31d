import { ModelAnswer, type ModelQuestion } from '#contract/assistant.ts';
import * as v from 'valibot';
import * as timing from '#config/timing.ts';
import { callFunction } from './functions.ts';
import { fromFunction } from './errors.ts';
import { call } from './http.ts';

export async function hasModel(): Promise<boolean> {
  const answer = await call({
    path: '/functions/v1/assistant',
    method: 'GET' as const,
    readError: fromFunction,
    schema: v.object({ on: v.boolean() }),
  });
  return answer.ok && answer.value.on;
}

/** Returns the language model's answer, or null if it may not be shown or did not arrive in time. */
export async function askModel(
  question: ModelQuestion,
): Promise<v.InferOutput<typeof ModelAnswer>['answer']> {
  const answer = await callFunction('assistant', question, ModelAnswer, timing.MODEL_WAIT_MS);
  return answer.ok ? answer.value.answer : null;
}
