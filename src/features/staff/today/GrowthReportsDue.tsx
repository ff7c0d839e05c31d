import type { ManagementToday } from '#contract/management.ts';
import { Notice } from '#ui/Notice.tsx';
import { growthPath } from '#ui/staff/growth-path.ts';
import { growthMessages, messages } from './messages.ts';

/** Lists camps whose growth reports are not all with the families. Those that are overdue come first. */
export function GrowthReportsDue({
  growth_reports: { count, first },
}: Pick<ManagementToday, 'growth_reports'>) {
  if (count === 0) return null;
  const isOverdue = first.some(({ is_overdue }) => is_overdue);
  return (
    <div className="coach-issues no-print">
      <Notice
        tone={isOverdue ? 'warn' : 'calm'}
        title={isOverdue ? growthMessages.overdue : growthMessages.heading}
        list={first.map((camp) => (
          <a key={camp.camp_id} href={growthPath(camp.camp_id)}>
            {growthMessages.line(camp)}
          </a>
        ))}
      >
        {count > first.length ? messages.more(first.length, count) : null}
      </Notice>
    </div>
  );
}
