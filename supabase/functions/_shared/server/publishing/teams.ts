import * as v from 'valibot';
import { withProduct } from '../../contract/brand.ts';
import { TeamId } from '../../contract/teams.ts';
import { wholeNumber, textUpTo, moment } from './fields.ts';
import { sentences } from './messages.ts';
import { outcomeOf, type RefusedOffer } from './outcomes.ts';

export interface Team {
  id: TeamId;
  name: string;
  min_age: number;
  max_age: number;
  min_level: number;
  max_level: number;
  updated_at: string;
}

const Document = v.pipe(
  v.object({
    _updatedAt: moment,
    name: textUpTo(60),
    teamId: TeamId,
    minAge: wholeNumber(1, 18),
    maxAge: wholeNumber(1, 18),
    minLevel: wholeNumber(1, 8),
    maxLevel: wholeNumber(1, 8),
  }),
  v.check(({ minAge, maxAge }) => minAge <= maxAge, 'has an oldest age below its youngest'),
  v.check(({ minLevel, maxLevel }) => minLevel <= maxLevel, 'has a highest level below its lowest'),
);

/** Returns the published teams. An invalid team keeps its previous values, because classes depend on it. */
export function toTeams(documents: readonly unknown[]): { teams: Team[]; refused: RefusedOffer[] } {
  const teams: Team[] = [];
  const refused: RefusedOffer[] = [];
  for (const document of documents) {
    const parsed = v.safeParse(Document, document, { abortPipeEarly: true });
    if (parsed.success) {
      const { teamId, name, minAge, maxAge, minLevel, maxLevel, _updatedAt } = parsed.output;
      const ranges = { min_age: minAge, max_age: maxAge, min_level: minLevel, max_level: maxLevel };
      teams.push({ id: teamId, name: withProduct(name), ...ranges, updated_at: _updatedAt });
      continue;
    }
    const problem = `${sentences(parsed.issues)} The checkout keeps the earlier version.`;
    refused.push({ ...outcomeOf(document), problem });
  }
  return { teams, refused };
}
