import type { ReportProgress } from '#contract/growth-reports.ts';
import { useEffect, useState } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { growthPath } from '#ui/staff/growth-path.ts';
import { fetchCampsWithReports } from './api.ts';
import { messages } from './messages.ts';

/**
 * Leads to the camps whose growth reports this coach still has to write. Without a network it shows nothing, because
 * the reports can't be opened then either.
 */
export function GrowthReportsDue() {
  const [camps, setCamps] = useState<readonly ReportProgress[]>([]);
  useEffect(() => {
    void fetchCampsWithReports().then((answer) => {
      if (answer.ok)
        setCamps(answer.value.camps.filter(({ children, written }) => written < children).slice(0, 5));
    });
  }, []);
  if (camps.length === 0) return null;
  return (
    <div className="no-print">
      <Notice
        tone={camps.some(({ is_overdue }) => is_overdue) ? 'warn' : 'calm'}
        title={messages.growthTitle}
        list={camps.map((camp) => (
          <a key={camp.camp_id} href={growthPath(camp.camp_id)}>
            {messages.growthLine(camp)}
          </a>
        ))}
      />
    </div>
  );
}
