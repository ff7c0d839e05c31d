import type { ExperienceLevel } from '#contract/orders.ts';
import type { Subject } from '../../../browser/order-memory.ts';

/** What content says of a team: ages in years, levels of the ladder, all included (spec 2 §9). */
export interface Team {
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

/** The team that a class is for, by its name: "Red Otter B". A camp takes children of several. */
const teamOf = ({ kind, name }: Pick<Subject, 'kind' | 'name'>, teams: readonly Team[]): Team | null =>
  kind === 'class' ? (teams.find((team) => name.startsWith(team.name)) ?? null) : null;

/** With the ages of its team, where what was chosen came without. */
export function withAges<S extends Subject>(subject: S, teams: readonly Team[]): S {
  const team = subject.minAge === undefined && subject.maxAge === undefined ? teamOf(subject, teams) : null;
  return team ? { ...subject, minAge: team.minAge, maxAge: team.maxAge } : subject;
}

/** The team whose levels are others than this child's, or null. Said, never refused: a coach looks first. */
export function otherLevels(
  level: ExperienceLevel | undefined,
  subject: Pick<Subject, 'kind' | 'name'>,
  teams: readonly Team[],
): Team | null {
  const team = teamOf(subject, teams);
  if (level === undefined || team === null) return null;
  const [from, to] = ladder[level];
  return to < team.minLevel || from > team.maxLevel ? team : null;
}
