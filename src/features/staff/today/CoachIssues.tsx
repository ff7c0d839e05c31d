import type { StaffPlace } from '#contract/management.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { coachIssueMessages } from './messages.ts';
import { findCoachIssues } from './model.ts';

/** Today's places with too few coaches or with a coach who is elsewhere, each with the way to change it. */
export function CoachIssues({ places }: { places: readonly StaffPlace[] }) {
  const issues = findCoachIssues(places);
  if (issues.length === 0) return null;
  return (
    <section className="notice warn coach-issues no-print" aria-labelledby="coach-issues">
      <h3 id="coach-issues">{coachIssueMessages.heading}</h3>
      <ul>
        {issues.map((issue) => {
          const line = coachIssueMessages.line(issue);
          return (
            <li key={line}>
              <a href={`${staffPaths.managementSchedule}?place=${issue.place.id}`}>{line}</a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
