import path from 'node:path';
import { expect, test } from 'vitest';
import { runFile } from '#local/database/run-file.ts';
import { createDatabase } from '#support/database.ts';
import { testBrand } from '#support/sql-selling.ts';
import { rpc, service } from '#support/sql.ts';

const seedFile = path.join(import.meta.dirname, '../../supabase/seed.sql');

test('seeding again keeps later edits, even under another brand', async () => {
  const db = await createDatabase();
  await rpc(db, service, 'publish_offers', {
    p_offers: [],
    p_brand: { ...testBrand, product: 'Heron' },
    p_snapshot_at: '2026-01-01',
  });
  await db.sql`update public.locations set address = 'moved'`;
  await db.sql`update public.session_templates set max_capacity = 4`;
  const content = () => db.sql`
    select (select jsonb_agg(t order by id) from public.class_types t) as class_types,
      (select jsonb_agg(t order by id) from public.session_templates t) as templates,
      (select jsonb_agg(t order by id) from public.coaches t) as coaches,
      (select jsonb_agg(t order by id) from public.locations t) as locations,
      (select jsonb_agg(t) from public.settings t) as settings`;
  const before = [...(await content())];
  await db.sql.begin((sql) => runFile(sql, seedFile));
  expect([...(await content())]).toEqual(before);
  await db.drop();
});
