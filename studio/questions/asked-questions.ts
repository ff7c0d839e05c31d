import { supabase } from '../env.ts';

/**
 * A row of `list_assistant_questions`, which is a question and how often it was asked. The database does not store who
 * asked it.
 */
export interface AskedQuestion {
  question: string;
  outcome: 'fact' | 'passage' | 'written' | 'person' | 'nothing';
  page: string | null;
  times_asked: number;
  last_on: string;
}

/**
 * Reads the questions from an edge function, which checks the token with Sanity. Throws if the function does not
 * answer.
 */
export async function readAskedQuestions(token: string, signal: AbortSignal): Promise<AskedQuestion[]> {
  const response = await fetch(`${supabase.url ?? ''}/functions/v1/asked-questions`, {
    headers: { apikey: supabase.key ?? '', authorization: `Bearer ${token}` },
    signal,
  });
  if (!response.ok) throw new Error(`The list answered ${response.status}.`);
  return (await response.json()) as AskedQuestion[];
}

export const outcomes: Record<AskedQuestion['outcome'], string> = {
  nothing: 'Not answered',
  person: 'Passed to a coach',
  passage: 'Quoted from a page',
  fact: 'Answered from prices and free spots',
  written: 'Your written answer',
};
