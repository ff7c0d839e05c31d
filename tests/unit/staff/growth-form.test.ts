/** A coach's growth report: what was typed survives a lost network and a reload, and nobody's words are lost. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { CampReports, GrowthReport, ReportChild } from '#contract/growth-reports.ts';
import { forgetRoster } from '#browser/forget-roster.ts';
import { markField } from '#features/staff/growth/model.ts';
import { createReportForm } from '#features/staff/growth/report-form.ts';
import { createGrowthReports } from '#features/staff/growth/store.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';

const browser = fakeBrowser();
beforeEach(() => {
  storeSession({ id: 'coach' });
  vi.stubGlobal('location', { search: '' });
});

const content = Array.from({ length: 10 }, (_, index) => ({
  key: String(index + 1),
  emoji: '🦁',
  title: `Title ${index}`,
  text: 'Text',
}));
const saved = (more: Partial<GrowthReport> = {}): { report: GrowthReport } => ({
  report: {
    id: 'r',
    state: 'ready',
    version: 1,
    foundations: content.map((foundation) => ({ ...foundation, mark: 'steady' })),
    sentence: 'She climbed.',
    level: null,
    level_before: null,
    returned_note: null,
    written_by: 'Ana',
    is_own: true,
    released_by: null,
    released_at: null,
    ...more,
  },
});
const zoe: ReportChild = {
  child_id: 'zoe',
  name: 'Zoe',
  age: 8,
  level: 2,
  days_attended: 3,
  days_marked: 3,
  report: null,
};
const camp = (child: ReportChild, more: Partial<CampReports> = {}): CampReports => ({
  camp_id: 'c',
  title: 'Ignite Camp',
  location: 'Bishan',
  first_day: '2026-11-09',
  last_day: '2026-11-13',
  due_on: '2026-11-20',
  is_overdue: false,
  children: 1,
  unmarked: 0,
  written: 0,
  ready: 0,
  released: 0,
  days: 5,
  write_until: '2026-11-27',
  may_release: false,
  may_release_own: false,
  list: [child],
  ...more,
});
const onReady = vi.fn<(id: string) => void>();
const open = (child = zoe, more: Partial<CampReports> = {}) =>
  createReportForm(createGrowthReports('coach', content), camp(child, more), child, onReady);
const fill = ({ form }: ReturnType<typeof open>) =>
  form.change({
    ...Object.fromEntries(content.map(({ key }) => [markField(key), 'steady'])),
    sentence: 'She climbed.',
  });

it('what was typed is back after a failed call and a reload, and gone once it was sent or the coach signed out', async () => {
  browser.api.on('save_growth_report', 'network failure');
  const first = open();
  fill(first);
  await first.form.submit();
  expect(first.form.$outcome.get()?.tone).toBe('bad');
  expect(onReady).not.toHaveBeenCalled();
  first.form.flush();

  const again = open();
  expect(again.form.$isBack.get()).toBe(true);
  expect(again.form.$values.get()).toMatchObject({ 'mark-10': 'steady', sentence: 'She climbed.' });
  browser.api.on('save_growth_report', { body: saved() });
  await again.form.submit();
  expect(onReady).toHaveBeenCalledWith('zoe');
  expect(browser.api.named('save_growth_report').at(-1)?.body).toMatchObject({
    p_child_id: 'zoe',
    p_report: { is_ready: true, sentence: 'She climbed.' },
  });
  expect(open().form.$isBack.get()).toBe(false);

  const other = open();
  other.form.change({ sentence: 'Unsent.' });
  other.form.flush();
  forgetRoster();
  expect(open().form.$isBack.get()).toBe(false);
});

it('nothing is sent before each foundation has a word', async () => {
  const report = open();
  report.form.change({ sentence: 'She climbed.' });
  await report.form.submit();
  expect(Object.keys(report.form.$faults.get())).toHaveLength(10);
  expect(browser.api.named('save_growth_report')).toEqual([]);
});

it('a colleague’s words are shown below what was typed, and the next press names their version', async () => {
  browser.api.on('save_growth_report', refusal('changed_meanwhile', 409));
  const theirs = saved({ version: 4, sentence: 'Theirs.' }).report;
  browser.api.on('get_camp_reports', { body: camp({ ...zoe, report: theirs }) });
  const report = open({ ...zoe, report: saved().report });
  report.form.change({ sentence: 'Mine.' });
  await report.form.submit();
  expect(report.form.$outcome.get()?.tone).toBe('warn');
  expect(report.form.$values.get()['sentence']).toBe('Mine.');
  expect(report.form.$saved.get()['sentence']).toBe('Theirs.');
  browser.api.on('save_growth_report', { body: saved({ version: 5, sentence: 'Mine.' }) });
  await report.form.submit();
  expect(browser.api.named('save_growth_report').at(-1)?.body).toMatchObject({ p_version: 4 });
});

it('a correction is saved before the report is released, and a refused one is not released', async () => {
  const child = { ...zoe, report: saved({ is_own: false }).report };
  const report = open(child, { may_release: true });
  report.form.change({ sentence: 'She climbed up.' });
  browser.api.on('save_growth_report', refusal('reports_closed', 409));
  await report.release();
  expect(browser.api.named('release_growth_reports')).toEqual([]);
  browser.api.on('save_growth_report', { body: saved({ version: 2, is_own: false }) });
  browser.api.on('release_growth_reports', { body: { released: 1 } });
  browser.api.on('list_camps_with_reports', 'network failure');
  await report.release();
  expect(browser.api.named('release_growth_reports').at(-1)?.body).toEqual({
    p_reports: [{ id: 'r', version: 2 }],
  });
});
