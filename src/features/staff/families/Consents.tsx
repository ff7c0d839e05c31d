import type { FamilyPage } from '#contract/management-families.ts';
import { formatDate, today } from '#domain/dates.ts';
import { agreedMessages } from './messages.ts';
import { latestConsents, childName } from './model.ts';
import type { FamilyDetailsStore } from './detail.ts';
import { PhoneConsents } from './PhoneConsents.tsx';
import { FirstRows } from './FirstRows.tsx';
import { PageSection } from './PageSection.tsx';

interface Props {
  detail: FamilyDetailsStore;
  details: FamilyPage;
  busy: boolean;
}

/** For each purpose, only the family's latest answer is shown. */
export function Consents({ detail, details, busy }: Props) {
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
              {last.recorded_by !== null && ` · ${agreedMessages.recordedBy(last.recorded_by)}`}
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
      <PhoneConsents detail={detail} details={details} busy={busy} />
    </PageSection>
  );
}
