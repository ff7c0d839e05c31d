import * as v from 'valibot';
import { callRpc } from '#api/rpc.ts';
import { publicPath } from '#config/paths.ts';
import type { Outcome } from './store.ts';

/** The question is counted without its author. A question that contained personal data is not sent. */
export function countQuestion({ question, outcome }: Outcome): void {
  if (question.includes('[hidden]')) return;
  const body = { p_question: question, p_outcome: outcome, p_page: publicPath(location.pathname) };
  void callRpc('count_question', body, v.object({ counted: v.boolean() }));
}
