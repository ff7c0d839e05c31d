import { describe, expect, test } from 'vitest';
import { findBrand } from '#scripts/check-brand.ts';
import { findCircles, importsOf } from '#scripts/check-circles.ts';
import { readCitable, findUnresolved } from '#scripts/check-citations.ts';
import { findLong, findWide } from '#scripts/check-length.ts';
import { findBanned, findRepeated, findUnused, pageTexts } from '#scripts/check-messages.ts';
import { findMissing } from '#scripts/check-lock.ts';
import { findLoose, findMovingFigures, selectorsOf } from '#scripts/check-styles.ts';
import { findIdle } from '#scripts/check-tests.ts';

describe('the check of tests', () => {
  test.each([
    "test.only('a', () => {})",
    "describe.skip('a', () => {})",
    "it.todo('later')",
    'await page.waitForTimeout(500)',
    "import { expect, test } from '@playwright/test';",
  ])('refuses %s', (text) => {
    expect(findIdle({ file: 'tests/a.test.ts', text })).toHaveLength(1);
  });
  test('refuses changes of globals in a project whose files share them', () => {
    const text = "vi.stubGlobal('document', page)";
    expect(findIdle({ file: 'tests/rules/a.test.ts', text })).toHaveLength(1);
    expect(findIdle({ file: 'tests/unit/a.test.ts', text })).toEqual([]);
  });
  test('allows a skip with a condition', () => {
    expect(findIdle({ file: 'a', text: "test.skip(isMobile, 'desktop only')" })).toEqual([]);
  });
});

describe('the check of messages', () => {
  const messages = (text: string) => ({ file: 'src/features/a/messages.ts', text });
  test.each([
    'One thing to mend',
    'Whoever asks gets it',
    'It was cancelled meanwhile',
    'Your booking stands here',
    'This class was called off',
    'We had to call it off',
    'The money goes back the way it came',
    'You seem to be offline.',
    'What you typed is kept',
    'It is not on sale any more',
    'Your order stays as it is',
    'The pass renews itself',
    'Nobody has told us yet',
    'This class has begun',
    'We cannot find it',
    'This day is over',
    'Tell us who may collect.',
    'Your data was erased',
  ])('refuses “%s”', (text) =>
    expect(findBanned(messages(`export const words = { a: '${text}' };`))).toHaveLength(1),
  );
  test('reads the text between the tags of an e-mail across lines', () => {
    const text = 'export const Mail = () => <p>\n  The money goes back the way\n  it came.\n</p>;';
    expect(findBanned({ file: 'supabase/functions/_shared/server/mails/Mail.tsx', text })).toHaveLength(1);
  });
  test('ignores names and comments', () => {
    expect(findBanned(messages("// meanwhile\nexport const words = { meanwhile: 'Please wait' };"))).toEqual(
      [],
    );
  });
  test('refuses unused messages, but not codes and messages that are looked up by key', () => {
    const words = messages("export const words = { shown: 'A b', left: 'C d', by_code: 'E f' };");
    const byState = messages("export const states = { open: 'Is open' };");
    const view = { file: 'src/a.tsx', text: 'words.shown + states[state]' };
    expect(findUnused([words, byState], [words, byState, view])).toEqual([
      'src/features/a/messages.ts:1: nothing shows words.left',
    ]);
  });
  test('allows one file for a sentence, and as many as needed for a label', () => {
    const other = {
      file: 'src/features/b/messages.ts',
      text: "export const b = { at: 'Nothing was charged to you.' };",
    };
    const words = messages("export const a = {\n  at: 'Nothing was charged to you.',\n};");
    expect(findRepeated([words, other])).toEqual([
      'src/features/b/messages.ts:1: also at src/features/a/messages.ts:2: Nothing was charged to you.',
    ]);
    expect(findRepeated([messages("const a = ['Book a session', 'Book a session']"), words])).toEqual([]);
  });
  test('reads the texts of a page, but not its scripts and styles', () => {
    const page = `---\nconst a = 'We cannot';\n---\n<h1>We cannot pay</h1>\n<p title="You cannot">{a}</p><style>/* cannot */</style>`;
    expect(findBanned(pageTexts({ file: 'a.astro', text: page }))).toHaveLength(2);
  });
});

describe('the check of import cycles', () => {
  const file = (file: string, text: string) => ({ file, text });
  test('finds cycles of values and of types, by path and by alias', () => {
    const all = [
      file('src/a.ts', "import { b } from './b.ts';"),
      file('src/b.ts', "import type { C } from '#ui/c.tsx';"),
      file('src/ui/c.tsx', "const a = await import('../a.ts');"),
      file('src/d.ts', "import { a } from './a.ts'; // import './store.ts'"),
      file('src/store.ts', "export { d } from './d.ts';"),
    ];
    expect(findCircles(importsOf(all, { '#ui/*': './src/ui/*' }))).toEqual([
      ['src/a.ts', 'src/b.ts', 'src/ui/c.tsx'],
    ]);
  });
  test('ignores a file that imports itself', () => {
    expect(findCircles(importsOf([file('src/a.ts', "import './a.ts';")], {}))).toEqual([]);
  });
});

describe('the check of the length of files', () => {
  const lines = (count: number) => 'a\n'.repeat(count);
  test.each([
    ['a file of 300 lines', 'src/a.ts', 300],
    ['generated types', 'src/a.gen.ts', 5_000],
    ['a migration', 'supabase/migrations/1_first.sql', 5_000],
  ])('allows %s', (_, file, count) => expect(findLong({ file, text: lines(count) })).toEqual([]));
  test('refuses one line more, with or without a final newline', () => {
    for (const text of [lines(301), `${lines(300)}a`])
      expect(findLong({ file: 'supabase/schemas/a.sql', text })).toHaveLength(1);
  });
});

describe('the check of the width of comments', () => {
  const words = 'as it is '.repeat(13).trim();
  test.each([
    ['120 characters', 'src/a.ts', `// ${words.padEnd(117, 'e')}`],
    ['code', 'src/a.ts', `const text = '${words} and more';`],
    ['a generated file', 'src/a.gen.ts', `// ${words} and more`],
  ])('allows %s', (_, file, text) => expect(findWide({ file, text })).toEqual([]));
  test.each([
    ['a line', 'src/a.ts', `const a = 1;\n  // ${words} and more`],
    ['a block', 'src/a.css', `\n/* ${words} and more */`],
    ['SQL', 'supabase/schemas/a.sql', `\n-- ${words} and more`],
    ['a text of SQL', 'supabase/schemas/a.sql', `comment on table a is\n  '${words} and more';`],
  ])('refuses %s that is wider', (_, file, text) => {
    expect(findWide({ file, text })).toEqual([expect.stringMatching(new RegExp(`^${file}:2: `))]);
  });
});

describe('the check of the brand', () => {
  test.each(["const key = 'otter_cart'", 'const OtterCard = 1', '.otter-card { color: red }'])(
    'refuses %s',
    (text) => {
      expect(findBrand({ file: 'src/a.ts', text }, 'otter')).toHaveLength(1);
    },
  );
  test.each([
    "import wave from '../../unit/assets/otter-wave.svg';",
    '// the otter waves',
    'const key = `${brand.slug}_cart`',
  ])('allows %s', (text) => {
    expect(findBrand({ file: 'src/a.ts', text }, 'otter')).toEqual([]);
  });
});

describe('the check of citations', () => {
  const known = readCitable(
    ['src/domain/money.ts', 'src/pages/checkout/[type].astro', 'supabase/schemas/passes/renewals.sql'],
    [
      {
        file: 'docs/selling.md',
        text: '## 2 §2 Screens\n\n### Home page\n\n## 2 §3 Fields\n\n- **Cart**: a thing',
      },
      { file: 'docs/decisions/safety.md', text: "# Safety\n\n## What a guest's order may change" },
      { file: 'README.md', text: '### One booking' },
    ],
  );
  const file = 'src/a.ts';
  test.each([
    ['a section', file, '/** Words (spec 2 §2). */'],
    ['sections and their parts', file, '// spec 2 §2 "Home page", §3 "Cart" and §2'],
    ['over two lines', file, '/**\n * As asked (spec 2\n * §3, decisions\n * "Safety").\n */'],
    ['a heading of the map', file, '// README "One booking", step 3'],
    [
      'an apostrophe in SQL',
      'a.sql',
      `comment on table a is 'See decisions "What a guest''s order may change".';`,
    ],
    [
      'over two lines of SQL',
      'a.sql',
      `comment on table a is\n  'See decisions "What a guest''s '\n  'order may change".';`,
    ],
    ['files', file, '// domain/money.ts, checkout/[type].astro; passes/renewals.sql.'],
    ['a link', 'docs/a.md', 'See [money.ts](../src/domain/money.ts).'],
    ['code that looks like a citation', file, "const title = 'spec 2 §99'; // why"],
  ])('resolves %s', (_name, file, text) => {
    expect(findUnresolved({ file, text }, known)).toEqual([]);
  });
  test.each([
    ['a section that does not exist', file, '// spec 2 §8'],
    ['one of several sections', file, '// spec 2 §2 and §8'],
    ['a named section that does not exist', file, '// spec 2 §2 "About"'],
    ['another form', file, '// specification 2, section 3'],
    ['a number alone', file, '// as spec 2 has it'],
    ['a decision that does not exist', 'a.sql', '-- decisions "Danger"'],
    [
      'a decision on a later line',
      'a.sql',
      `comment on table a is 'One. '\n  'See decisions '\n  '"Danger".';`,
    ],
    ['a document outside the repository', file, '// (3-decisions, "Safety")'],
    ['a plan outside the repository', file, '// (architecture, "One booking")'],
    ['a deleted file', file, '/* look.md says so */'],
    ['a deleted module', 'a.sql', '-- domain/coins.ts'],
    ['a migration by number', file, '// migration 4821'],
    ['a deleted schema file', file, '// passes/renewal.sql'],
  ])('refuses %s', (_name, file, text) => {
    expect(findUnresolved({ file, text }, known)).toHaveLength(1);
  });
  test('names the line', () => {
    expect(findUnresolved({ file, text: "const a = 'x';\n/**\n * spec 2 §8\n */" }, known)).toEqual([
      'src/a.ts:3: docs/selling.md has no section 2 §8',
    ]);
  });
});

describe('the check of the lock file', () => {
  const lock = {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { 'a-darwin': '1' } },
    'node_modules/a/node_modules/b': {},
    'node_modules/a-darwin': {},
  };
  test('finds packages in the way that Node does', () => {
    expect(findMissing(lock)).toEqual([]);
  });
  test('names a missing package of another platform', () => {
    const { 'node_modules/a-darwin': _left, ...without } = lock;
    expect(findMissing(without)).toEqual([
      'package-lock.json: node_modules/a needs a-darwin, which is not in it',
    ]);
  });
});

describe('the check of styles', () => {
  const style = (folder: string, text: string) => ({ file: `src/features/${folder}/a.css`, text });
  test.each([
    '.full { color: red }',
    '.card.on { color: red }',
    '.a-b { .x { } } .on { color: red }',
    'h2, .pay-b { }',
  ])('refuses a class name that could belong to anybody: %s', (text) =>
    expect(findLoose([style('checkout', text)])).toHaveLength(1),
  );
  test.each([
    '.checkout-pay .full { color: red }',
    '@media print { .checkout-pay { .on { color: red } } }',
    '.quiz:is(.open, .on) .title { color: red }',
    '.on:is(.quiz-step, .quiz-end) { color: red }',
    'quiz-timer > b, [data-turn] { color: red }',
    '@keyframes turn { to { rotate: 1turn } }',
  ])('allows a class with a prefix, of its folder or within one: %s', (text) =>
    expect(findLoose([style('quiz', text)])).toEqual([]),
  );
  test('wants figures of equal width from the texts’ font only', () => {
    const clock = (font: string) =>
      style('checkout', `.x { font: 700 1rem var(${font}); font-variant-numeric: tabular-nums; }`);
    expect(findMovingFigures([clock('--font-display')])).toHaveLength(1);
    expect(findMovingFigures([clock('--font-text')])).toEqual([]);
  });
  test('refuses a class that two features define, but not what both add to a shared one', () => {
    const kit = { file: 'src/ui/steps.css', text: '.step-head { gap: 8px }' };
    const text = '.pick-day { color: red } .pick-own .step-head { color: red }';
    expect(findLoose([kit, style('checkout', text), style('booking', '.pick-day b { color: red }')])).toEqual(
      ['.pick-day is a class of src/features/checkout and src/features/booking'],
    );
  });
  test('counts a nested selector with those around it', () => {
    const nested = '.a-b { &:hover, > .c { color: red } }';
    expect(selectorsOf(style('a', nested)).map(({ text }) => text)).toEqual([
      '.a-b',
      '.a-b &:hover',
      '.a-b > .c',
    ]);
  });
});
