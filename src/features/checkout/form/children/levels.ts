import type { ExperienceLevel } from '#contract/orders.ts';
import type { Subject } from '#browser/order-memory.ts';

/** What content says of a team: ages in years, levels of the ladder, all included (spec 2 §9). */
export interface Team {
  id: string;
  name: string;
  minAge: number;
  maxAge: number;
  minLevel: number;
  maxLevel: number;
}

/** Where on the ladder of eight a child usually stands, by what a parent sees. */
const ladder: Record<ExperienceLevel, readonly [number, number]> = {
  new: [1, 1],
  wobbles: [1, 3],
  turns: [4, 6],
  drops: [7, 8],
};

/** The team that a class is for. A camp takes children of several. */
const teamOf = ({ team }: Pick<Subject, 'team'>, teams: readonly Team[]): Team | null =>
  teams.find(({ id }) => id === team) ?? null;

/** With the ages of its team, where what was chosen came without. */
export function withAges<S extends Subject>(subject: S, teams: readonly Team[]): S {
  const team = subject.minAge === undefined && subject.maxAge === undefined ? teamOf(subject, teams) : null;
  return team ? { ...subject, minAge: team.minAge, maxAge: team.maxAge } : subject;
}

/** The team whose levels are others than this child's, or null. Said, never refused: a coach looks first. */
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
