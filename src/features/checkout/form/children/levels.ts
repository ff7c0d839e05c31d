import type { ExperienceLevel } from '#contract/orders.ts';
import type { Subject } from '#browser/order-memory.ts';

/** Ages are in years and levels are rungs of the ladder. All bounds are included (spec 2 §9). */
export interface Team {
  id: string;
  name: string;
  minAge: number;
  maxAge: number;
  minLevel: number;
  maxLevel: number;
}

const ladder: Record<ExperienceLevel, readonly [number, number]> = {
  new: [1, 1],
  wobbles: [1, 3],
  turns: [4, 6],
  drops: [7, 8],
};

/** A camp takes children of several teams, so it has no team. */
const teamOf = ({ team }: Pick<Subject, 'team'>, teams: readonly Team[]): Team | null =>
  teams.find(({ id }) => id === team) ?? null;

/** A subject without an age range uses the range of its team. */
export function withAges<S extends Subject>(subject: S, teams: readonly Team[]): S {
  const team = subject.minAge === undefined && subject.maxAge === undefined ? teamOf(subject, teams) : null;
  return team ? { ...subject, minAge: team.minAge, maxAge: team.maxAge } : subject;
}

/**
 * Returns the subject's team if the child's level is outside its levels. The form only shows a hint, because a coach
 * assesses the child.
 */
export function teamOfOtherLevel(
  level: ExperienceLevel | undefined,
  subject: Pick<Subject, 'team'>,
  teams: readonly Team[],
): Team | null {
  const team = teamOf(subject, teams);
  if (level === undefined || team === null) return null;
  const [from, to] = ladder[level];
  return to < team.minLevel || from > team.maxLevel ? team : null;
}
