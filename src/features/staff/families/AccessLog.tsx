import type { FamilyPage } from '#contract/management-families.ts';
import { formatMoment } from '#domain/dates.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { lookWords } from './look-words.ts';
import { FirstRows } from './FirstRows.tsx';
import { PageSection } from './PageSection.tsx';

/** Link to the log of who read the family's health information; the family sees the same entries. */
export function AccessLog({ details }: { details: FamilyPage }) {
  const log = new URLSearchParams({ view: 'log', log: 'looks', family: details.family.family_id });
  return (
    <PageSection title={lookWords.title} count={details.looks.length} none={lookWords.none}>
      <FirstRows
        rows={details.looks.map((look, at) => (
          <li key={at}>
            <p>
              <b>{look.name ?? lookWords.system}</b> {lookWords.what(look)}
            </p>
            <p className="quiet numbers">
              {formatMoment(look.at)}
              {look.times > 1 && ` · ${lookWords.times(look.times)}`}
            </p>
          </li>
        ))}
      />
      <p>
        <a href={`${staffPaths.managementSystem}?${log.toString()}`}>{lookWords.all}</a>
      </p>
    </PageSection>
  );
}
