import { FamilyGrowthReports, NextSession } from '#contract/growth-reports.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const readReports = () =>
  asMember((token) => callRpc('get_family_growth_reports', {}, FamilyGrowthReports, token));

export const readSuggestion = (childId: string) =>
  asMember((token) => callRpc('suggest_next_session', { p_child_id: childId }, NextSession, token));
