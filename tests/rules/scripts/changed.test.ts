/** `npm test -- --changed` chooses the tests that a change can break. */
import { expect, it } from 'vitest';
import { findAffectedTests } from '#scripts/changed.ts';

const specs = [
  'tests/e2e/flows/checkout-keeps.spec.ts',
  'tests/e2e/flows/family-today.spec.ts',
  'tests/e2e/flows/management-leads.spec.ts',
  'tests/e2e/flows/roster-offline.spec.ts',
];

it.each<[what: string, changed: string[], projects: string[], specs: string[]]>([
  ['nothing', [], [], []],
  ['a page of documents', ['docs/testing.md'], [], []],
  ['a feature', ['src/features/checkout/store.ts'], [], ['checkout-keeps']],
  ['a staff screen', ['src/features/staff/roster/store.ts'], [], ['roster-offline']],
  ['a list of staff', ['src/features/staff/leads/api.ts'], [], ['management-leads']],
  ['a family screen', ['src/features/family/today/store.ts'], [], ['family-today']],
  ['a browser test', ['tests/e2e/flows/family-today.spec.ts'], [], ['family-today']],
  ['a table', ['supabase/schemas/orders/orders.sql'], ['db', 'local', 'functions'], []],
  ['a function', ['supabase/functions/create-checkout/handler.ts'], ['functions'], []],
  [
    'a component of every page',
    ['src/ui/Button.tsx'],
    [],
    ['checkout-keeps', 'family-today', 'management-leads', 'roster-offline'],
  ],
])('the right tests run after a change of %s', (_, changed, projects, names) => {
  const found = findAffectedTests('abc', changed, specs);
  expect(found.projects).toEqual(projects);
  expect(found.specs).toEqual(names.map((name) => `tests/e2e/flows/${name}.spec.ts`));
});
