/** A coach's growth report: what was typed survives a lost network and a reload, and nobody's words are lost. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CampReports, GrowthReport, ReportChild } from '#contract/growth-reports.ts';
import { forgetRoster } from '#browser/forget-roster.ts';
import { dropForeignDrafts, forgetDrafts, reportDraft } from '#features/staff/growth/drafts.ts';
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
const campId = '10000000-0000-4000-8000-000000000001';
const onReady = vi.fn<(id: string, message: object) => void>();
beforeEach(() => onReady.mockReset());
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
  expect(again.form.$isRestored.get()).toBe(true);
  expect(again.form.$values.get()).toMatchObject({ 'mark-10': 'steady', sentence: 'She climbed.' });
  browser.api.on('save_growth_report', { body: saved() });
  await again.form.submit();
  expect(onReady).toHaveBeenCalledWith('zoe', expect.objectContaining({ tone: 'calm' }));
  expect(browser.api.named('save_growth_report').at(-1)?.body).toMatchObject({
    p_child_id: 'zoe',
    p_report: { is_ready: true, sentence: 'She climbed.' },
  });
  expect(open().form.$isRestored.get()).toBe(false);

  const other = open();
  other.form.change({ sentence: 'Unsent.' });
  other.form.flush();
  forgetRoster();
  expect(open().form.$isRestored.get()).toBe(false);
});

it('nothing is sent before each foundation has a word', async () => {
  const report = open();
  report.form.change({ sentence: 'She climbed.' });
  await report.form.submit();
  expect(Object.keys(report.form.$faults.get())).toHaveLength(10);
  expect(browser.api.named('save_growth_report')).toEqual([]);
});

describe('a colleague saved the report in the meantime', () => {
  const theirs = saved({ version: 4, sentence: 'Theirs.' }).report;
  const named = () => browser.api.named('save_growth_report').at(-1)?.body;

  async function refused() {
    browser.api.on('save_growth_report', refusal('changed_meanwhile', 409));
    browser.api.on('get_camp_reports', { body: camp({ ...zoe, report: theirs }) });
    const report = open({ ...zoe, report: saved().report });
    report.form.change({ sentence: 'Mine.' });
    await report.form.submit();
    return report;
  }
  /** The words of an earlier visit were based on the first version. */
  function restored() {
    const first = open({ ...zoe, report: saved().report });
    first.form.change({ sentence: 'Mine.' });
    first.form.flush();
    return open({ ...zoe, report: theirs });
  }

  it.each([
    ['a press', refused],
    ['an offline phone that comes back', restored],
  ])('%s sends nothing before the coach has chosen', async (_, make) => {
    const report = await make();
    expect(report.$otherVersion.get()).toEqual(theirs);
    expect(report.form.$values.get()['sentence']).toBe('Mine.');
    const before = browser.api.named('save_growth_report').length;
    browser.api.on('save_growth_report', { body: saved({ version: 5, sentence: 'Mine.' }) });
    await report.form.submit();
    await report.saveForLater();
    expect(browser.api.named('save_growth_report')).toHaveLength(before);

    report.keepOwnVersion();
    expect(report.$otherVersion.get()).toBeNull();
    await report.form.submit();
    expect(named()).toMatchObject({ p_version: 4, p_report: { sentence: 'Mine.' } });
  });

  it('the coach keeps theirs, and what they typed is gone', async () => {
    const report = await refused();
    report.takeOtherVersion();
    expect(report.form.$values.get()['sentence']).toBe('Theirs.');
    const again = open({ ...zoe, report: theirs });
    expect([again.form.$isRestored.get(), again.$otherVersion.get()]).toEqual([false, null]);
  });

  it('words of an earlier visit are back without a question if nobody changed the report', () => {
    restored();
    const again = open({ ...zoe, report: saved().report });
    expect([again.form.$isRestored.get(), again.$otherVersion.get()]).toEqual([true, null]);
    expect(again.form.$values.get()['sentence']).toBe('Mine.');
  });

  it('the colleague’s foundations take the place of those in the form', async () => {
    const other = theirs.foundations.map((one) => ({ ...one, key: `other-${one.key}`, mark: null }));
    browser.api.on('save_growth_report', refusal('changed_meanwhile', 409));
    browser.api.on('get_camp_reports', {
      body: camp({ ...zoe, report: { ...theirs, state: 'draft', foundations: other } }),
    });
    const report = open();
    fill(report);
    await report.form.submit();
    report.keepOwnVersion();
    await report.form.submit();
    expect(report.$foundations.get().map(({ key }) => key)).toEqual(other.map(({ key }) => key));
    expect(Object.keys(report.form.$faults.get())).toHaveLength(10);
    expect(report.form.$values.get()).not.toHaveProperty('mark-1');
  });
});

it('words that were typed during a save stay, and the next child does not open over them', async () => {
  browser.api.on('save_growth_report', { body: saved() });
  const report = open();
  fill(report);
  report.form.$busy.listen((isBusy) => {
    if (isBusy) report.form.change({ sentence: 'She climbed, and cheered.' });
  });
  await report.form.submit();
  expect(report.form.$values.get()['sentence']).toBe('She climbed, and cheered.');
  expect(report.form.$typed.get()).toEqual({ sentence: 'She climbed, and cheered.' });
  expect(onReady).not.toHaveBeenCalled();
  report.form.flush();
  expect(open({ ...zoe, report: saved().report }).form.$values.get()['sentence']).toBe(
    'She climbed, and cheered.',
  );
});

it('what a head coach typed stays when they send the report back', async () => {
  const child = { ...zoe, report: saved({ is_own: false }).report };
  const report = open(child, { may_release: true });
  report.form.change({ sentence: 'Better words.' });
  browser.api.on('return_growth_report', {
    body: saved({ state: 'draft', version: 2, returned_note: 'Her name.' }),
  });
  await report.sendBack('Her name.');
  expect(report.form.$typed.get()).toEqual({ sentence: 'Better words.' });
});

it('a refused release shows the report as it is now', async () => {
  const child = { ...zoe, report: saved({ is_own: false }).report };
  const store = createGrowthReports('coach', content);
  vi.stubGlobal('location', { search: `?camp=${campId}` });
  const now = camp(
    { ...zoe, report: saved({ is_own: false, version: 3, sentence: 'New.' }).report },
    { may_release: true },
  );
  browser.api.on('get_camp_reports', { body: now });
  const report = createReportForm(store, camp(child, { may_release: true }), child, onReady);
  browser.api.on('release_growth_reports', refusal('changed_meanwhile', 409));
  await report.release();
  expect(report.form.$outcome.get()?.tone).toBe('bad');
  expect(report.form.$values.get()['sentence']).toBe('New.');
  browser.api.on('release_growth_reports', { body: { released: 1 } });
  await report.release();
  expect(browser.api.named('release_growth_reports').at(-1)?.body).toEqual({
    p_reports: [{ id: 'r', version: 3 }],
  });
});

it('words of other people and old words are deleted from the device, and closed ones can be read and deleted', () => {
  for (const user of ['coach', 'colleague']) {
    const draft = reportDraft(user, campId, 'zoe');
    draft.write({ sentence: `Words of ${user}.` }, null);
  }
  vi.stubGlobal('location', { search: `?camp=${campId}` });
  dropForeignDrafts('coach');
  expect(reportDraft('colleague', campId, 'zoe').read()).toBeNull();
  const store = createGrowthReports('coach', content);
  expect([store.hasUnsent(), store.unsentSentences()]).toEqual([true, ['Words of coach.']]);
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  try {
    dropForeignDrafts('coach');
    expect(store.hasUnsent()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
  reportDraft('coach', campId, 'zoe').write({ sentence: 'New.' }, null);
  store.deleteUnsent();
  expect(store.hasUnsent()).toBe(false);
});

it('whoever corrects a report does not release it, unless they are alone with this right', async () => {
  const child = { ...zoe, report: saved({ is_own: false }).report };
  const report = open(child, { may_release: true });
  report.form.change({ sentence: 'She climbed up.' });
  browser.api.on('save_growth_report', { body: saved({ version: 2, sentence: 'She climbed up.' }) });
  await report.release();
  expect(report.form.$typed.get()).toEqual({});
  expect(browser.api.named('release_growth_reports')).toEqual([]);
});

it('a correction is saved before the report is released, and a refused one is not released', async () => {
  const child = { ...zoe, report: saved({ is_own: false }).report };
  const report = open(child, { may_release: true, may_release_own: true });
  report.form.change({ sentence: 'She climbed up.' });
  browser.api.on('save_growth_report', refusal('reports_closed', 409));
  await report.release();
  expect(browser.api.named('release_growth_reports')).toEqual([]);
  browser.api.on('save_growth_report', { body: saved({ version: 2, sentence: 'She climbed up.' }) });
  browser.api.on('release_growth_reports', { body: { released: 1 } });
  browser.api.on('list_camps_with_reports', 'network failure');
  await report.release();
  expect(onReady).toHaveBeenCalledWith('zoe', expect.objectContaining({ tone: 'calm' }));
  expect(browser.api.named('release_growth_reports').at(-1)?.body).toEqual({
    p_reports: [{ id: 'r', version: 2 }],
  });
});

it('keeps unsent words when the session has ended, and deletes them when the role is gone', async () => {
  const draft = reportDraft('coach', 'camp', 'zoe');
  draft.write({ sentence: 'She climbed.' }, null);
  await forgetDrafts('unknown');
  expect(draft.read()?.typed).toEqual({ sentence: 'She climbed.' });
  await forgetDrafts('not_allowed');
  expect(draft.read()).toBeNull();
});
