import * as v from 'valibot';
import { hasChinese } from '#contract/chinese-questions.ts';
import { callRpc } from '#api/rpc.ts';
import { publicPath } from '#config/paths.ts';
import type { Outcome } from './store.ts';

/**
 * The question is counted without its author. A question that contained personal data is not sent, nor is a Chinese
 * one, in which personal data cannot be recognised.
 */
export function countQuestion({ question, outcome }: Outcome): void {
  if (question.includes('[hidden]') || hasChinese(question)) return;
  const body = { p_question: question, p_outcome: outcome, p_page: publicPath(location.pathname) };
  void callRpc('count_question', body, v.object({ counted: v.boolean() }));
}
