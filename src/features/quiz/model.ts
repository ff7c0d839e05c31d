import { experienceLevels } from '#contract/orders.ts';
import { teamIds } from '#contract/teams.ts';
import { levelIds } from '#contract/tiers.ts';
import type { QuizResult } from '#browser/quiz-result.ts';

type Points = Readonly<Record<string, number | null | undefined>>;

export interface Answer {
  teams: Points;
  levels: Points;
  /** The child's level on a board, if the answer states it. */
  experience?: string | undefined;
}

type Suggestion = Omit<QuizResult, 'takenAt'>;

/**
 * Suggests the team and the level with the most points, or `none`. If an answer stated the level on a board, that is
 * returned as well.
 */
export function suggest(answers: readonly Answer[]): Suggestion {
  const experience = experienceLevels.find((level) => answers.some((answer) => answer.experience === level));
  return {
    ...(experience && { experience }),
    team:
      highestScored(
        // On a tie, the team for younger children wins.
        teamIds,
        answers.map((answer) => answer.teams),
      ) ?? 'none',
    level: highestScored(
      levelIds,
      answers.map((answer) => answer.levels),
    ),
  };
}

function highestScored<Name extends string>(names: readonly Name[], points: readonly Points[]): Name | null {
  let best: { name: Name; sum: number } | null = null;
  for (const name of names) {
    const sum = points.reduce((total, answer) => total + (answer[name] ?? 0), 0);
    if (sum > 0 && (best === null || sum > best.sum)) best = { name, sum };
  }
  return best?.name ?? null;
}
