import { withProduct } from '#config/brand.ts';
import { isReadable } from '#contract/contrast.ts';
import { formatRange } from '#domain/range.ts';
import { sanity } from './client.ts';
import { gapsIn, withDefaults } from './empty-fields.ts';
import { loadOnce } from './load-once.ts';
import { teamMessages } from './messages.ts';
import { reportGaps, type Report } from './problem.ts';
import { teamsQuery } from './queries/people.ts';
import type { TeamsQueryResult } from './types.gen.ts';

type Document = TeamsQueryResult[number];

export type Team = ReturnType<typeof toTeam>;

export const getTeams = loadOnce(async (report): Promise<Team[]> => {
  return toTeams(await sanity().fetch(teamsQuery), report);
});

export function toTeams(documents: TeamsQueryResult, report: Report): Team[] {
  return documents.flatMap((document) => {
    const documentRef = { _id: document._id, type: 'team', title: document.name };
    const needed = gapsIn(document, ['name', 'teamId', 'minAge', 'maxAge', 'minLevel', 'maxLevel']);
    if (needed.length > 0) {
      reportGaps(documentRef, needed, 'it is left out', report);
      return [];
    }
    const gaps = gapsIn(document, [
      ...(['description', 'minChildren', 'maxChildren', 'tabLabel', 'tabColor', 'tabTextColor'] as const),
    ]);
    if (gaps.length > 0) reportGaps(documentRef, gaps, 'it is shown without', report);
    return [toTeam(document)];
  });
}

function toTeam(document: Document) {
  const filled = withDefaults(document, { description: '', tabLabel: '', tabColor: '', tabTextColor: '' });
  // Studio refuses unreadable colours, but a program may write them.
  const isColored = isReadable(filled.tabTextColor, filled.tabColor);
  return {
    id: filled.teamId,
    documentId: filled._id,
    name: withProduct(filled.name),
    ageRange: teamMessages.ages(filled.minAge, filled.maxAge),
    levelRange: teamMessages.levels(filled.minLevel, filled.maxLevel),
    /** The number of children in a group, such as “4–6”. It is empty if the content does not say. */
    capacity:
      filled.minChildren && filled.maxChildren ? formatRange(filled.minChildren, filled.maxChildren) : '',
    minAge: filled.minAge,
    maxAge: filled.maxAge,
    minLevel: filled.minLevel,
    maxLevel: filled.maxLevel,
    description: withProduct(filled.description),
    story: withProduct(filled.story ?? ''),
    tabLabel: withProduct(filled.tabLabel),
    /** #RRGGBB. Both colours are empty unless the text is readable on the background. */
    tabColor: isColored ? filled.tabColor : '',
    tabTextColor: isColored ? filled.tabTextColor : '',
  };
}
