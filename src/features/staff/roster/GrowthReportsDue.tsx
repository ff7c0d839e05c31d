import type { CampsWithReports, ReportProgress } from '#contract/growth-reports.ts';
import { useEffect, useState } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { growthPath } from '#ui/staff/growth-path.ts';
import { fetchCampsWithReports } from './api.ts';
import { messages } from './messages.ts';

/**
 * Returns the camps where something is left to do: a coach still writes reports, or somebody who
 * may release reports has to read them. A child about whom nobody marked whether it came may need a
 * report, too.
 */
export const dueCamps = ({
  camps,
  may_release: mayRelease,
}: Pick<CampsWithReports, 'camps' | 'may_release'>) =>
  camps.filter(
    ({ children, unmarked, written, released }) =>
      unmarked > 0 || (mayRelease ? released : written) < children,
  );

/**
 * Returns the camps whose growth reports this coach still has to write or release. Without a network there are none,
 * because the reports can't be opened then either.
 */
export function useDueCamps(): readonly ReportProgress[] {
  const [camps, setCamps] = useState<readonly ReportProgress[]>([]);
  useEffect(() => {
    void fetchCampsWithReports().then((answer) => {
      if (answer.ok) setCamps(dueCamps(answer.value).slice(0, 5));
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
