import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test('the check repeats for a section of a page as soon as the section, its theme or its surroundings differ @once', async ({
  page,
}) => {
  await page.goto(`${env('SITE_URL')}/about`);
  await expectAccessible(page);
  const faults = {
    'a text of a part': () =>
      document.querySelector<HTMLElement>('main p')?.style.setProperty('color', '#eee'),
    'a new control': () => document.querySelector('main')?.prepend(document.createElement('button')),
    'the colours around the parts': () => {
      for (const name of ['--color-ink', '--color-ink-2', '--ink', '--ink-2', 'color'])
        document.querySelector('main')?.style.setProperty(name, '#eee');
    },
  };
  for (const [name, fault] of Object.entries(faults)) {
    await page.reload();
    await expectAccessible(page);
    await page.evaluate(fault);
    await expect(expectAccessible(page), name).rejects.toThrow('toEqual');
  }
});
