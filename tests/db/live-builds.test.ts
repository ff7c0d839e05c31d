import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
beforeEach(() => db.sql`truncate public.publications, public.site_builds, public.site_documents`);
afterAll(() => db.drop());

const publish = (revision: number) =>
  rpc(db, service, 'record_publications', {
    p_documents: [
      {
        ...{ id: 'faq', revision: `faq-${revision}`, title: 'faq', checkout: 'not_sold', problem: null },
        updated_at: `2026-03-01T10:0${revision}:00Z`,
      },
    ],
    p_snapshot_at: '2026-03-01T10:30:00Z',
  });
const report = (build: string, state: string) =>
  rpc(db, service, 'report_build', { p_build: build, p_state: state });
const reportRead = (build: string, revision: number) =>
  rpc(db, service, 'report_build', {
    ...{ p_build: build, p_state: 'built' },
    p_documents: [{ id: 'faq', revision: `faq-${revision}`, pages: ['/'] }],
  });
const status = (revision: number) =>
  rpc(db, visitor, 'get_publication_status', { p_document_id: 'faq', p_revision: `faq-${revision}` });

test('an earlier build contains what was reported before it began, so a rollback is told from a lost upload', async () => {
  await report('b0', 'built');
  await publish(1);
  await reportRead('b1', 1);
  await reportRead('b2', 1);
  expect(await status(1)).toMatchObject({ newest_build: 'b2', builds: ['b2', 'b1'] });
  await publish(2);
  expect(await status(2)).toMatchObject({ newest_build: 'b2', builds: [] });
});

test('the newest build contains what it read, whatever was reported before it began', async () => {
  await publish(2);
  await reportRead('b1', 1);
  expect(await status(2)).toMatchObject({ newest_build: 'b1', builds: [] });
  expect(await status(1)).toMatchObject({ builds: ['b1'] });
  await report('b2', 'building');
  expect(await status(1)).toMatchObject({ newest_build: 'b1' });
});
