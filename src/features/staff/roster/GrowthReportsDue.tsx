import type { ReportProgress } from '#contract/growth-reports.ts';
import { useEffect, useState } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { growthPath } from '#ui/staff/growth-path.ts';
import { fetchCampsWithReports } from './api.ts';
import { messages } from './messages.ts';

/**
 * Returns the camps whose growth reports this coach still has to write. Without a network there are none, because the
 * reports can't be opened then either.
 */
export function useDueCamps(): readonly ReportProgress[] {
  const [camps, setCamps] = useState<readonly ReportProgress[]>([]);
  useEffect(() => {
    void fetchCampsWithReports().then((answer) => {
      if (answer.ok)
        setCamps(answer.value.camps.filter(({ children, written }) => written < children).slice(0, 5));
    });
  }, []);
  return camps;
}

export const GrowthReportsDue = ({
  camps,
  isOverdue,
}: {
  camps: readonly ReportProgress[];
  isOverdue: boolean;
}) => (
  <div className="roster-growth no-print">
    <Notice
      tone={isOverdue ? 'warn' : 'calm'}
      title={messages.growthTitle}
      list={camps.map((camp) => (
        <a key={camp.camp_id} href={growthPath(camp.camp_id)}>
          {messages.growthLine(camp)}
        </a>
      ))}
    />
  </div>
);
