import * as v from 'valibot';
import { callRpc } from '#api/rpc.ts';
import { publicPath } from '#config/paths.ts';
import type { Outcome } from './store.ts';

/** Counts a question without its author. If the question contained personal data, it is not sent. */
export function countQuestion({ question, outcome }: Outcome): void {
  if (question.includes('[hidden]')) return;
  const body = { p_question: question, p_outcome: outcome, p_page: publicPath(location.pathname) };
  void callRpc('count_question', body, v.object({ counted: v.boolean() }));
}
