import type { StaffPlace } from '#contract/management.ts';
import { Notice } from '#ui/Notice.tsx';
import { coachIssueMessages } from './messages.ts';
import { findCoachIssues } from './model.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';

/** Lists sessions and camps with too few coaches, or whose coach is also planned elsewhere. */
export function CoachIssues({ places }: { places: readonly StaffPlace[] }) {
  const issues = findCoachIssues(places);
  if (issues.length === 0) return null;
  return (
    <div className="coach-issues no-print">
      <Notice
        tone="warn"
        title={coachIssueMessages.heading}
        list={issues.map((issue) => {
          const line = coachIssueMessages.line(issue);
          return (
            <a key={line} href={schedulePath(issue.place.id)}>
              {line}
            </a>
          );
        })}
      />
    </div>
  );
}
