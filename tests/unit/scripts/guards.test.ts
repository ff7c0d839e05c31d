import { describe, expect, test } from 'vitest';
import { findBrand } from '../../../scripts/check-brand.ts';
import { findForbidden, roomOf } from '../../../scripts/check-imports.ts';
import { findMissing } from '../../../scripts/check-lock.ts';
import { findIdle } from '../../../scripts/check-tests.ts';

describe('doors', () => {
  test.each([
    ['a page reads content', 'src/pages/index.astro', `import { getTeams } from '../content/teams.ts';`],
    [
      'a feature uses the contract',
      'src/features/booking/api.ts',
      `import { HoldRequest } from '#contract/orders.ts';`,
    ],
    [
      'a feature names a type of content',
      'src/features/booking/model.ts',
      `import type { Team } from '../../content/teams.ts';`,
    ],
    [
      'a function uses the server room',
      'supabase/functions/stripe-webhook/handler.ts',
      `import { db } from '../_shared/server/db.ts';`,
    ],
    [
      'a forbidden import in a comment is no import',
      'src/lib/a.ts',
      `// import { x } from '../features/booking/store.ts';`,
    ],
  ])('%s', (_name, file, text) => {
    expect(findForbidden({ file, text })).toEqual([]);
  });

  test.each([
    ['one feature imports another', 'src/features/booking/a.ts', `import { x } from '../checkout/store.ts';`],
    [
      'an island reads content',
      'src/features/booking/Flow.tsx',
      `import { getTeams } from '../../content/teams.ts';`,
    ],
    ['ui knows the domain', 'src/ui/Card.tsx', `import { brand } from '../config/brand.ts';`],
    [
      'a function imports another',
      'supabase/functions/a/handler.ts',
      `import { handler } from '../b/handler.ts';`,
    ],
    [
      'a function imports the site',
      'supabase/functions/a/handler.ts',
      `import { money } from '../../../src/lib/money.ts';`,
    ],
    ['the contract does I/O', 'supabase/functions/_shared/contract/a.ts', `import Stripe from 'stripe';`],
    ['a page imports the local stack', 'src/pages/a.astro', `import x from '../../local/stack.ts';`],
    ['late import', 'src/ui/a.ts', `const x = await import('../features/booking/store.ts');`],
    ['several lines', 'src/lib/a.ts', `import {\n  a,\n  b,\n} from '../features/booking/store.ts';`],
  ])('refuses: %s', (_name, file, text) => {
    expect(findForbidden({ file, text })).toHaveLength(1);
  });

  test('staff screens are features of their own', () => {
    expect(roomOf('src/features/staff/roster/a.ts')?.own).toBe('src/features/staff/roster/');
  });
});

describe('tests that cannot run', () => {
  test.each([
    "test.only('a', () => {})",
    "describe.skip('a', () => {})",
    "it.todo('later')",
    'await page.waitForTimeout(500)',
  ])('refuses %s', (text) => {
    expect(findIdle({ file: 'tests/a.test.ts', text })).toHaveLength(1);
  });
  test('a skip with a condition may stay', () => {
    expect(findIdle({ file: 'a', text: "test.skip(isMobile, 'desktop only')" })).toEqual([]);
  });
});

describe('brand', () => {
  test.each(["const key = 'otter_cart'", 'const OtterCard = 1', '.otter-card { color: red }'])(
    'refuses %s',
    (text) => {
      expect(findBrand({ file: 'src/a.ts', text }, 'otter')).toHaveLength(1);
    },
  );
  test.each([
    "import wave from '../assets/otter-wave.svg';",
    '// the otter waves',
    'const key = `${brand.slug}_cart`',
  ])('allows %s', (text) => {
    expect(findBrand({ file: 'src/a.ts', text }, 'otter')).toEqual([]);
  });
});

describe('lock file', () => {
  const lock = {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { 'a-darwin': '1' } },
    'node_modules/a/node_modules/b': {},
    'node_modules/a-darwin': {},
  };
  test('finds packages where Node would', () => {
    expect(findMissing(lock)).toEqual([]);
  });
  test('names the package of another platform that is not in it', () => {
    const { 'node_modules/a-darwin': _left, ...without } = lock;
    expect(findMissing(without)).toEqual([
      'package-lock.json: node_modules/a needs a-darwin, which is not in it',
    ]);
  });
});
