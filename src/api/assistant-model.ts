import { ModelAnswer, type ModelQuestion } from '#contract/assistant.ts';
import * as v from 'valibot';
import * as timing from '#config/timing.ts';
import { callFunction } from './functions.ts';
import { fromFunction } from './errors.ts';
import { call } from './http.ts';

/** Has the function `assistant` a language model? Asked once a build, so that no browser asks where there is none. */
export async function hasModel(): Promise<boolean> {
  const answer = await call({
    ...{ path: '/functions/v1/assistant', method: 'GET' as const, readError: fromFunction },
    schema: v.object({ on: v.boolean() }),
  });
  return answer.ok && answer.value.on;
}

/** What a language model writes; null: nothing that may be shown, or not in time. */
export async function askModel(
  question: ModelQuestion,
): Promise<v.InferOutput<typeof ModelAnswer>['answer']> {
  const answer = await callFunction('assistant', question, ModelAnswer, timing.MODEL_WAIT_MS);
  return answer.ok ? answer.value.answer : null;
}
