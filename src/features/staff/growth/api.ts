import {
  CampReports,
  CampsWithReports,
  HeadCoach,
  ReleasedReports,
  SavedReport,
  type ReportFields,
} from '#contract/growth-reports.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const fetchCamps = () =>
  asMember((token) => callRpc('list_camps_with_reports', {}, CampsWithReports, token));

/** The database logs each child in the answer as read. */
export const fetchReports = (campId: string) =>
  asMember((token) => callRpc('get_camp_reports', { p_camp_id: campId }, CampReports, token));

export const saveReport = (campId: string, childId: string, report: ReportFields, version: number | null) =>
  asMember((token) =>
    callRpc(
      'save_growth_report',
      {
        p_camp_id: campId,
        p_child_id: childId,
        p_report: report,
        ...(version !== null && { p_version: version }),
      },
      SavedReport,
      token,
    ),
  );

export const releaseReports = (reports: { id: string; version: number }[]) =>
  asMember((token) => callRpc('release_growth_reports', { p_reports: reports }, ReleasedReports, token));

export const returnReport = (id: string, version: number, note: string) =>
  asMember((token) =>
    callRpc(
      'return_growth_report',
      { p_report_id: id, p_version: version, p_note: note },
      SavedReport,
      token,
    ),
  );

export const setHeadCoach = (coachId: string, isHead: boolean) =>
  asMember((token) =>
    callRpc('set_head_coach', { p_coach_id: coachId, p_is_head: isHead }, HeadCoach, token),
  );
