import type { StaffPlace } from '#contract/management.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { Notice } from '#ui/Notice.tsx';
import { coachIssueMessages } from './messages.ts';
import { findCoachIssues } from './model.ts';

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
            <a key={line} href={`${staffPaths.managementSchedule}?place=${issue.place.id}`}>
              {line}
            </a>
          );
        })}
      />
    </div>
  );
}
