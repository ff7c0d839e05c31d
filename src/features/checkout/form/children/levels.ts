import type { ExperienceLevel } from '#contract/orders.ts';
import type { Subject } from '#browser/order-memory.ts';

/**
 * A team with its limits, which are all included (spec 2 §9). Ages are in years, and levels are rungs of the ladder.
 */
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

/** Returns the team of a class. A camp takes children of several teams, so it has none. */
const teamOf = ({ team }: Pick<Subject, 'team'>, teams: readonly Team[]): Team | null =>
  teams.find(({ id }) => id === team) ?? null;

/** Returns the subject with ages. If it has no age range, those of its team are used. */
export function withAges<S extends Subject>(subject: S, teams: readonly Team[]): S {
  const team = subject.minAge === undefined && subject.maxAge === undefined ? teamOf(subject, teams) : null;
  return team ? { ...subject, minAge: team.minAge, maxAge: team.maxAge } : subject;
}

/**
 * Returns the subject's team if the child's level does not suit it. The form only shows a hint, because a coach
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
