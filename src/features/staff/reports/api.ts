import { AccountingDocuments } from '#contract/accounting.ts';
import { HoursReport, RecentActivity, type ReportName, reportShapes } from '#contract/management-reports.ts';
import type { Answer } from '#api/errors.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import type { Reports } from './presentation.ts';
import type { Span } from './period.ts';

export const fetchReport = <Name extends ReportName>(name: Name, { from, until }: Span) =>
  asMember((token) =>
    callRpc('get_report', { p_report: name, p_from: from, p_until: until }, reportShapes[name], token),
  ) as Promise<Answer<Reports[Name]>>;

export const fetchMyHours = ({ from, until }: Span) =>
  asMember((token) => callRpc('get_my_hours', { p_from: from, p_until: until }, HoursReport, token));

export const fetchActivity = () =>
  asMember((token) => callRpc('get_recent_activity', {}, RecentActivity, token));

export const fetchDocuments = ({ from, until }: Span) =>
  asMember((token) =>
    callRpc('get_accounting_documents', { p_from: from, p_until: until }, AccountingDocuments, token),
  );
