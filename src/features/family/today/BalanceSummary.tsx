import type { FamilyDashboard } from '#contract/family.ts';
import { messages } from './messages.ts';

export function BalanceSummary({ family, upcoming }: { family: FamilyDashboard; upcoming: number }) {
  const { totalCredits, sessionsProgress, children } = family;
  const ownCount = children.filter(({ status }) => status === 'own').length;
  return (
    <dl className="today-balance numbers">
      {ownCount > 0 && (
        <div>
          <dt>{messages.credits(ownCount)}</dt>
          <dd>{totalCredits}</dd>
        </div>
      )}
      <div>
        <dt>{messages.upcoming(upcoming)}</dt>
        <dd>{upcoming}</dd>
      </div>
      {sessionsProgress && (
        <div>
          <dt>{messages.progress}</dt>
          <dd>
            {sessionsProgress.booked} / {sessionsProgress.of}
          </dd>
        </div>
      )}
    </dl>
  );
}
