import {
  type Change,
  sentenceOf,
  wordingProblem,
  type WordingProblem,
} from '../../supabase/functions/_shared/contract/wording.ts';
import { catalogue } from './catalogue.gen.ts';

/** Returns why this change cannot be published, or null if it can. */
export function changeProblem(screen: string, change: Change): string | null {
  const sentence = sentenceOf(change, catalogue[screen] ?? []);
  if (!sentence) return 'This sentence is no longer on the site. Remove your change.';
  const problem = wordingProblem(sentence.text, change.text);
  return problem && describeProblem(problem);
}

function describeProblem(problem: WordingProblem): string {
  switch (problem.code) {
    case 'empty':
      return 'Type a sentence, or go back to ours.';
    case 'line_break':
      return 'Write it in one line, without a line break or an invisible character.';
    case 'too_long':
      return `This is too long: use ${problem.limit} characters or fewer.`;
    case 'stray_brace':
      return 'One brace is missing. Braces are only for what the site fills in.';
    case 'unknown_placeholder':
      return `The site can’t fill in {${problem.name}} here.`;
    case 'missing_placeholder':
      return `Keep {${problem.name}}: the site fills it in.`;
  }
}
