import type { FamilyDashboard } from '#contract/family.ts';
import { messages } from './messages.ts';

/** The totals: credits, what is booked, and how far the pass has come (spec 2 §2). */
export function Purse({ family, upcoming }: { family: FamilyDashboard; upcoming: number }) {
  const { totalCredits, sessionsProgress, children } = family;
  const own = children.filter(({ standing }) => standing === 'own').length;
  return (
    <dl className="purse numbers">
      <div>
        <dt>{messages.credits(own)}</dt>
        <dd>{totalCredits}</dd>
      </div>
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
