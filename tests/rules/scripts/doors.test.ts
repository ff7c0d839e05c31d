import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import parser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { root } from '#local/environment.ts';
import doors from '#scripts/doors.js';

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [{ files: ['**/*.{ts,tsx,astro}'], languageOptions: { parser } }, ...doors],
});

async function findForbidden(filePath: string, text: string): Promise<string[]> {
  const results = await eslint.lintText(text, { filePath });
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message));
}

describe('the borders between folders', () => {
  test.each([
    ['a page reads content', 'src/pages/index.astro', `import { getTeams } from '../content/teams.ts';`],
    [
      'a feature uses the contract',
      'src/features/booking/api.ts',
      `import { HoldRequest } from '#contract/order-requests.ts';`,
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
      'a script of a part uses a shared room',
      'src/features/home/A.astro/1_1.ts',
      `import { whenSeen } from '../../ui/when-seen.ts';`,
    ],
    [
      'a forbidden import in a comment',
      'src/domain/a.ts',
      `// import { x } from '../features/booking/store.ts';`,
    ],
  ])('allow: %s', async (_name, file, text) => {
    expect(await findForbidden(file, text)).toEqual([]);
  });

  test.each([
    ['one feature imports another', 'src/features/booking/a.ts', `import { x } from '../checkout/store.ts';`],
    [
      'an island reads content',
      'src/features/booking/Flow.tsx',
      `import { getTeams } from '../../content/teams.ts';`,
    ],
    [
      'one feature imports another by its name',
      'src/features/booking/a.ts',
      `import { x } from '#features/checkout/store.ts';`,
    ],
    ['ui calls the server', 'src/ui/Card.tsx', `import { callRpc } from '../api/rpc.ts';`],
    [
      'a function imports another',
      'supabase/functions/a/handler.ts',
      `import { handler } from '../b/handler.ts';`,
    ],
    [
      'a function imports the site',
      'supabase/functions/a/handler.ts',
      `import { money } from '../../../src/domain/money.ts';`,
    ],
    ['a browser asks Node', 'src/browser/a.ts', `import { join } from 'node:path';`],
    ['the contract does I/O', 'supabase/functions/_shared/contract/a.ts', `import Stripe from 'stripe';`],
    ['a page imports the local stack', 'src/pages/a.astro', `import x from '../../local/stack.ts';`],
    ['a script of a part', 'src/features/home/A.astro/1_1.ts', `import { x } from '../booking/store.ts';`],
    ['a dynamic import', 'src/ui/a.ts', `const x = await import('../features/booking/store.ts');`],
    ['several lines', 'src/domain/a.ts', `import {\n  a,\n  b,\n} from '../features/booking/store.ts';`],
  ])('refuse: %s', async (_name, file, text) => {
    expect(await findForbidden(file, text)).toEqual([
      expect.stringMatching(/^(boundaries\/dependencies|no-restricted-imports)$/),
    ]);
  });

  test('treat staff screens as separate features', async () => {
    const from = 'src/features/staff/roster/a.ts';
    expect(await findForbidden(from, `import { x } from './store.ts';`)).toEqual([]);
    expect(await findForbidden(from, `import { x } from '../sales/store.ts';`)).toEqual([
      'boundaries/dependencies',
    ]);
  });

  test('are checked by oxlint and TypeScript with the same rules', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'doors-'));
    const write = async (file: string, text: string) => {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    };
    for (const name of ['oxlint.doors.ts', 'node_modules'])
      await symlink(path.join(root, name), path.join(folder, name));
    await write('src/ui/Card.tsx', `import { callRpc } from '../api/rpc.ts';\nexport default callRpc;\n`);
    await write('src/ui/a.ts', `import { join } from 'node:path';\nexport default join;\n`);
    await write('src/build/a.ts', `import { join } from 'node:path';\nexport default join;\n`);
    await write('src/pages/a.ts', `import { card } from '../ui/Card.tsx';\nexport default card;\n`);
    const found = await new Promise<string>((resolve) => {
      const args = [
        'node_modules/oxlint/bin/oxlint',
        '--config',
        'oxlint.doors.ts',
        '--format',
        'unix',
        'src',
      ];
      execFile(process.execPath, args, { cwd: folder }, (_error, output) => resolve(output));
    });
    await rm(folder, { recursive: true });
    expect(found.match(/^src\S+(?=:\d+:\d+:)|(?<=Error\/)[^\]]+/gm)?.sort()).toEqual([
      'boundaries(dependencies)',
      'eslint(no-restricted-imports)',
      'src/ui/Card.tsx',
      'src/ui/a.ts',
    ]);
  });
});
