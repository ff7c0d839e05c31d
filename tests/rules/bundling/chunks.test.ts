import { expect, it } from 'vitest';
import { chunkNames } from '#build/chunk-names.ts';
import { withRelease } from '#build/chunks.ts';
import { withPreloads } from '#build/preloads.ts';

interface Module {
  imports?: string[];
  lazy?: string[];
  isEntry?: boolean;
  source?: number;
}
const react = '/node_modules/react/index.js';
const script = (name: string) => `/src/${name}.astro?astro&type=script&index=0&lang.ts`;

function namesOf(
  screens: Record<string, Module>,
  start: Record<string, Module> = { [script('layouts/Empty')]: { isEntry: true } },
) {
  const modules = { ...screens, ...start };
  const graph = {
    getModuleIds: () => Object.keys(modules).values(),
    getModuleInfo: (id: string) => {
      const { imports = [], lazy = [], isEntry = false, source = 10 } = modules[id] ?? {};
      return { importedIds: imports, dynamicallyImportedIds: lazy, isEntry, code: 'x'.repeat(source) };
    },
  };
  return Object.fromEntries(chunkNames(graph as unknown as Parameters<typeof chunkNames>[0]));
}

it('a shared module is in the file of the pages that need it', () => {
  const names = namesOf({
    [script('layouts/Site')]: {
      isEntry: true,
      imports: ['/src/config/paths.ts'],
      lazy: ['/src/features/chat/dialog.ts'],
    },
    [script('home/Quiz')]: {
      isEntry: true,
      imports: ['/src/config/paths.ts', '/src/home/only.ts', '/src/ui/failed.ts'],
    },
    [script('features/camps/book/Book')]: {
      isEntry: true,
      source: 20_000,
      imports: ['/src/api/rpc.ts', '/src/domain/camp.ts', '/src/ui/failed.ts'],
    },
    '/src/features/camps/list/list.ts': {
      isEntry: true,
      imports: ['/src/features/camps/list/row.ts', '/src/domain/camp.ts', '/src/api/rpc.ts'],
    },
    '/src/features/camps/list/map.ts': {
      isEntry: true,
      imports: ['/src/features/camps/list/row.ts', '/contract/small.ts', '/contract/tiny.ts'],
    },
    '/src/features/chat/dialog.ts': {
      imports: [
        '/src/config/paths.ts',
        '/src/api/rpc.ts',
        '/contract/waitlists.ts',
        '/contract/small.ts',
        '/contract/tiny.ts',
      ],
    },
    '/src/features/after-sale/Manage.tsx': {
      isEntry: true,
      imports: [
        react,
        '/src/ui/Button.tsx',
        '/src/ui/ConfirmActions.tsx',
        '/src/api/rpc.ts',
        '/contract/after-sale.ts',
      ],
      lazy: ['/src/features/after-sale/order/Order.tsx'],
    },
    '/src/features/after-sale/order/Order.tsx': {
      imports: [react, '/contract/after-sale.ts', '/src/features/after-sale/order/Line.tsx'],
    },
    '/src/features/after-sale/order/Late.tsx': {
      isEntry: true,
      imports: [react, '/src/features/after-sale/order/Line.tsx', '/src/ui/people/BirthDate.tsx'],
    },
    '/src/ui/people/BirthDate.tsx': { imports: [react] },
    '/contract/after-sale.ts': {},
    '/src/features/after-sale/order/Line.tsx': { imports: [react] },
    '/src/features/waitlist/Waitlist.tsx': {
      isEntry: true,
      imports: [
        react,
        '/src/ui/ConfirmActions.tsx',
        '/contract/waitlists.ts',
        '/src/ui/people/BirthDate.tsx',
      ],
    },
    '/src/features/checkout/Checkout.tsx': { isEntry: true, imports: [react, '/src/ui/Button.tsx'] },
    '/src/ui/ConfirmActions.tsx': { imports: [react] },
    '/contract/waitlists.ts': { source: 9_000 },
    '/contract/small.ts': { source: 1_000 },
    '/contract/tiny.ts': {},
    '/src/ui/failed.ts': {},
    '/src/config/paths.ts': {},
    '/src/api/rpc.ts': {},
    '/src/home/only.ts': {},
    '/src/domain/camp.ts': {},
    '/src/features/camps/list/row.ts': {},
    '/src/ui/Button.tsx': { imports: [react] },
    [react]: {},
  });
  expect(names).toEqual({
    '/src/config/paths.ts': 'page',
    '/src/api/rpc.ts': 'base',
    '/src/domain/camp.ts': 'camps',
    '/src/features/camps/list/row.ts': 'camps',
    '/contract/after-sale.ts': 'after',
    '/contract/waitlists.ts': 'chat+waitlist',
    '/contract/small.ts': 'pairs',
    '/contract/tiny.ts': 'base',
    // No layout and no island uses this module, so a page's own script contains it.
    '/src/ui/failed.ts': 'sections',
    '/src/features/after-sale/order/Line.tsx': 'after',
    '/src/ui/Button.tsx': 'island',
    // Only visitors who have bought or wait load this file.
    '/src/ui/ConfirmActions.tsx': 'afterOrder',
    '/src/ui/people/BirthDate.tsx': 'people',
    [react]: 'island',
  });
});

it('modules shared by signed-in screens are loaded by no other page, with React or without', () => {
  const screen = (more: string[]) => ({
    isEntry: true,
    imports: [react, '/src/ui/Guarded.tsx', '/src/api/access.ts', ...more],
  });
  const names = namesOf({
    '/src/features/family/today/FamilyToday.tsx': screen(['/src/ui/Button.tsx']),
    '/src/features/staff/today/ManagementToday.tsx': screen(['/src/ui/Button.tsx']),
    '/src/features/checkout/Checkout.tsx': { isEntry: true, imports: [react, '/src/ui/Button.tsx'] },
    '/src/ui/Guarded.tsx': { imports: [react] },
    '/src/ui/Button.tsx': { imports: [react] },
    '/src/api/access.ts': {},
    [react]: {},
  });
  expect(names).toMatchObject({
    '/src/ui/Guarded.tsx': 'signedIn',
    '/src/api/access.ts': 'signedIn',
    '/src/ui/Button.tsx': 'island',
  });
});

it('the sign-in loads no module that only paid orders and passes share', () => {
  const island = (...imports: string[]) => ({ isEntry: true, imports: [react, ...imports] });
  const names = namesOf({
    '/src/features/after-sale/Manage.tsx': island('/contract/after-sale.ts', '/src/api/as-member.ts'),
    '/src/features/passes/Passes.tsx': island('/contract/after-sale.ts', '/src/api/as-member.ts'),
    '/src/features/auth/Auth.tsx': island('/src/api/as-member.ts'),
    '/contract/after-sale.ts': {},
    '/src/api/as-member.ts': {},
    [react]: {},
  });
  expect(names).toMatchObject({ '/contract/after-sale.ts': 'afterOrder', '/src/api/as-member.ts': 'signIn' });
});

it('modules used only by lazy components are not loaded with their islands', () => {
  const names = namesOf({
    '/src/features/after-sale/Manage.tsx': {
      isEntry: true,
      imports: [react, '/src/ui/Button.tsx'],
      lazy: ['/src/features/after-sale/order/Order.tsx'],
    },
    '/src/features/after-sale/order/Order.tsx': {
      imports: [react, '/src/ui/Button.tsx', '/src/ui/ConfirmActions.tsx'],
    },
    '/src/features/checkout/Checkout.tsx': {
      isEntry: true,
      imports: [react, '/src/ui/Button.tsx'],
      lazy: ['/src/features/checkout/order/Pay.tsx', '/src/features/checkout/purchase/HoldEndedNotice.tsx'],
    },
    '/src/features/checkout/order/Pay.tsx': {
      imports: [react, '/src/ui/ConfirmActions.tsx', '/src/features/checkout/messages.ts'],
    },
    '/src/features/checkout/purchase/HoldEndedNotice.tsx': {
      imports: [react, '/src/features/checkout/messages.ts'],
    },
    '/src/features/checkout/messages.ts': {},
    '/src/ui/Button.tsx': { imports: [react] },
    '/src/ui/ConfirmActions.tsx': { imports: [react] },
    [react]: {},
  });
  expect(names).toMatchObject({
    '/src/ui/Button.tsx': 'island',
    '/src/ui/ConfirmActions.tsx': 'lazy',
    '/src/features/checkout/messages.ts': 'checkout-lazy',
  });
});

const imports = new Map([
  ['/a.js', ['/page.js']],
  ['/page.js', ['/base.js']],
  ['/Island.js', ['/react.js', '/base.js']],
]);
const parts = new Map([['/src/features/lazy.tsx', '/Island.js']]);
const head = '<html lang="en"><meta name="viewport" content="width=device-width">';
const starting = `<script type="module" src="/a.js"></script>`;
const island = (value: string) =>
  `<astro-island component-url="/Island.js" renderer-url="/client.js" client="when-needed" opts="{&quot;name&quot;:&quot;Island&quot;,&quot;value&quot;:${value}}"></astro-island>`;

it('a page preloads what its scripts import', () => {
  expect(withPreloads(head + starting, imports, parts)).toBe(
    `${head}<link rel="modulepreload" href="/a.js"><link rel="modulepreload" href="/page.js"><link rel="modulepreload" href="/base.js">${starting}`,
  );
});

it('a page preloads what an island needs that is always loaded', () => {
  const html = withPreloads(head + island('&quot;always&quot;'), imports, parts);
  for (const file of ['/Island.js', '/react.js', '/base.js', '/client.js'])
    expect(html).toContain(`<link rel="modulepreload" href="${file}">`);
});

it('an island that loads on demand passes its files to the script that decides', () => {
  const html = withPreloads(`${head}<script data-keys="cart"></script>${island('true')}`, imports, parts);
  expect(html).not.toContain('modulepreload');
  expect(html).toContain('<script data-files="/Island.js /react.js /base.js /client.js" data-keys="cart">');
});

it('the files include a component that the island loads at once', () => {
  const markup = '<script data-first="/features/lazy.tsx" data-keys="cart"></script>';
  const html = withPreloads(head + markup, imports, parts);
  expect(html).toContain('<script data-first="/Island.js /react.js /base.js" data-keys="cart">');
});

it('files for a page without its link are not preloaded', () => {
  expect(
    withPreloads(`${head}<script data-keys=""></script>${island('&quot;otherwise&quot;')}`, imports, parts),
  ).not.toContain('Island.js ');
});

it('a component named in a script’s source has its files on that script', () => {
  const html = withPreloads(`${head}${starting}<script data-entry="/features/lazy.tsx">`, imports, parts);
  expect(html).toContain('<script data-files="/Island.js /react.js">');
  expect(() => withPreloads(`${head}<script data-entry="/gone.tsx">`, imports, parts)).toThrow('gone.tsx');
});

it('the monitoring is one file, and its shared modules are in the file of all pages', () => {
  const names = namesOf({
    [script('layouts/Document')]: { isEntry: true, lazy: ['/src/features/watch/watch.ts'] },
    '/src/features/watch/watch.ts': {
      source: 20_000,
      imports: ['/src/browser/events.ts', '/src/features/watch/health.ts'],
      lazy: ['/src/features/watch/incidents.ts'],
    },
    '/src/features/watch/health.ts': {},
    '/src/features/watch/incidents.ts': { imports: ['/src/api/rpc.ts'] },
    '/src/features/booking/Flow.tsx': {
      isEntry: true,
      imports: [react, '/src/browser/events.ts', '/src/api/rpc.ts'],
    },
    '/src/browser/events.ts': {},
    '/src/api/rpc.ts': { source: 1_000 },
    [react]: {},
  });
  expect(names).toMatchObject({ '/src/browser/events.ts': 'page', '/src/api/rpc.ts': 'pairs' });
  expect(names).not.toHaveProperty('/src/features/watch/health.ts');
});

it('a page contains the id of its build', () => {
  expect(withRelease('<html lang="en-SG">', '0a1b2c3d')).toBe('<html data-release="0a1b2c3d" lang="en-SG">');
});

it.each([
  ['an island without its renderer', island('true').replace('renderer-url', 'renderer')],
  ['an island of another directive', island('true').replace('client="when-needed"', 'client="load"')],
  ['an island with another value', island('&quot;soon&quot;')],
  ['a second script with keys', '<script data-keys="a"></script><script data-keys="b"></script>'],
  ['a source that is not the first attribute', '<script id="a" data-entry="/features/lazy.tsx"></script>'],
])('%s stops the build', (_, html) => {
  expect(() => withPreloads(head + html, imports, parts)).toThrow(/expected/);
});

it('an unexpected page stops the build, and a fragment of a page is not changed', () => {
  expect(() => withPreloads('<html lang="en"><body>', imports, parts)).toThrow('expected the viewport');
  expect(() => withRelease('<html>', '0a')).toThrow('expected the start of a page');
  const piece = '<dialog>Hello</dialog>';
  expect([withPreloads(piece, imports, parts), withRelease(piece, '0a')]).toEqual([piece, piece]);
});

it('an unexpected name of a page script stops the build, and so does a feature without a row', () => {
  const island = { isEntry: true, imports: [react] };
  expect(() => namesOf({ '/src/features/quiz/Quiz.tsx': island, [react]: {} }, {})).toThrow('page scripts');
  expect(() => namesOf({ '/src/features/gone/Gone.tsx': island, [react]: {} })).toThrow('“gone” has no row');
});
