import type { ExperienceLevel } from '#contract/orders.ts';
import type { Subject } from '#browser/order-memory.ts';

/** A team as content describes it: ages in years, levels of the ladder, both bounds included (spec 2 §9). */
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

/** The team of a class; null for a camp, which takes children of several teams. */
const teamOf = ({ team }: Pick<Subject, 'team'>, teams: readonly Team[]): Team | null =>
  teams.find(({ id }) => id === team) ?? null;

/** Adds the ages of the team if the subject has none of its own. */
export function withAges<S extends Subject>(subject: S, teams: readonly Team[]): S {
  const team = subject.minAge === undefined && subject.maxAge === undefined ? teamOf(subject, teams) : null;
  return team ? { ...subject, minAge: team.minAge, maxAge: team.maxAge } : subject;
}

/** Only a hint: a coach assesses the child first. */
export function otherLevels(
  level: ExperienceLevel | undefined,
  subject: Pick<Subject, 'team'>,
  teams: readonly Team[],
): Team | null {
  const team = teamOf(subject, teams);
  if (level === undefined || team === null) return null;
  const [from, to] = ladder[level];
  return to < team.minLevel || from > team.maxLevel ? team : null;
}
