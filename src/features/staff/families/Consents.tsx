import type { FamilyPage } from '#contract/management-families.ts';
import { formatDate, today } from '#domain/dates.ts';
import { agreedMessages } from './messages.ts';
import { latestConsents, childName } from './model.ts';
import { FirstRows } from './FirstRows.tsx';
import { PageSection } from './PageSection.tsx';

/** For each purpose, only the family's latest answer is shown. */
export function Consents({ details }: { details: FamilyPage }) {
  const agreements = latestConsents(details);
  return (
    <PageSection title={agreedMessages.title} count={agreements.length} none={agreedMessages.none}>
      <FirstRows
        rows={agreements.map(({ purpose, childId, last }) => (
          <li key={`${purpose} ${childId ?? ''} ${last.who ?? ''}`}>
            <p>
              <b>{agreedMessages.purposes[purpose]}</b> {childName(details, childId)}
            </p>
            <p className="quiet">
              {formatDate(today(new Date(last.at)))} · {last.who ?? agreedMessages.guest} ·{' '}
              {agreedMessages.sources[last.source]}
            </p>
            <p className="tags">
              <span className={last.given ? 'tag good' : 'tag bad'}>
                {last.given ? agreedMessages.yes : agreedMessages.no}
              </span>
              {last.given && !last.is_current && (
                <span className="tag warn">{agreedMessages.olderVersion}</span>
              )}
            </p>
          </li>
        ))}
      />
    </PageSection>
  );
}
