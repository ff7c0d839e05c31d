import type { FamilyPage } from '#contract/management-families.ts';
import { formatMoment } from '#domain/dates.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { lookMessages } from './privacy-read-messages.ts';
import { FirstRows } from './FirstRows.tsx';
import { PageSection } from './PageSection.tsx';

/** Links to the log of who read the family's health information. The family sees the same entries. */
export function AccessLog({ details }: { details: FamilyPage }) {
  const log = new URLSearchParams({ view: 'log', log: 'looks', family: details.family.family_id });
  return (
    <PageSection title={lookMessages.title} count={details.views.length} none={lookMessages.none}>
      <FirstRows
        rows={details.views.map((read, index) => (
          <li key={index}>
            <p>
              <b>{read.name ?? lookMessages.system}</b> {lookMessages.what(read)}
            </p>
            <p className="quiet numbers">
              {formatMoment(read.at)}
              {read.times > 1 && ` · ${lookMessages.times(read.times)}`}
            </p>
          </li>
        ))}
      />
      <p>
        <a href={`${staffPaths.managementSystem}?${log.toString()}`}>{lookMessages.all}</a>
      </p>
    </PageSection>
  );
}
