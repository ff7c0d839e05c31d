/**
 * Lists in the contract must name all values that SQL writes. If a value is missing, the contract refuses the answer,
 * and neither the family nor staff can read the page.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readTypes } from '#contract/family-privacy.ts';
import { StaffConsent } from '#contract/management-families.ts';
import { sources } from '#scripts/sources.ts';

const sql = sources(['supabase/schemas'], /\.sql$/).map(({ text }) => text);
const writtenTypes = sql.flatMap((text) => [
  ...[...text.matchAll(/log_access\('\w+', '(\w+)'/g)].map(([, type = '']) => type),
  ...[...text.matchAll(/insert into public\.access_log \([^)]*family_id[^)]*\)[^;]*?'\w+', '(\w+)'/g)].map(
    ([, type = '']) => type,
  ),
]);

describe('the log of who read a family’s data', () => {
  // The receipt does not list these kinds of access.
  const hidden = ['changed_after_sale'];
  test.each([...new Set(writtenTypes)].filter((type) => !hidden.includes(type)))(
    'the entry %s can be read',
    (type) => expect(readTypes).toContain(type),
  );
  test('has the entries that are known to be written', () =>
    expect(writtenTypes).toEqual(
      expect.arrayContaining(['details', 'export', 'code', 'list', 'numbers', 'desk']),
    ));
});

test('staff can read a consent from every source', () => {
  const [, list = ''] =
    /source text not null check \(source in \(([^)]+)\)/.exec(
      readFileSync('supabase/schemas/people/consents.sql', 'utf8'),
    ) ?? [];
  expect([...StaffConsent.entries.source.options].sort()).toEqual(
    [...list.matchAll(/\w+/g)].map(([source]) => source).sort(),
  );
});
