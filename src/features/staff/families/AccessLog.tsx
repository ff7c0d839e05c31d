import type { FamilyPage } from '#contract/management-families.ts';
import { formatMoment } from '#domain/dates.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { healthViewMessages } from './health-view-messages.ts';
import { FirstRows } from './FirstRows.tsx';
import { PageSection } from './PageSection.tsx';

/** Links to the log of who read the family's health information. The family sees the same entries. */
export function AccessLog({ details }: { details: FamilyPage }) {
  const log = new URLSearchParams({ view: 'log', log: 'looks', family: details.family.family_id });
  return (
    <PageSection title={healthViewMessages.title} count={details.views.length} none={healthViewMessages.none}>
      <FirstRows
        rows={details.views.map((read, index) => (
          <li key={index}>
            <p>
              <b>{read.name ?? healthViewMessages.system}</b> {healthViewMessages.what(read)}
            </p>
            <p className="quiet numbers">
              {formatMoment(read.at)}
              {read.times > 1 && ` · ${healthViewMessages.times(read.times)}`}
            </p>
          </li>
        ))}
      />
      <p>
        <a href={`${staffPaths.managementSystem}?${log.toString()}`}>{healthViewMessages.all}</a>
      </p>
    </PageSection>
  );
}
