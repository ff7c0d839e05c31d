import { describe, expect, test } from 'vitest';
import { readOptions } from '#scripts/launch/options.ts';

describe('the options of setup and doctor', () => {
  test('name the environment, and nothing is done without one', () => {
    expect(readOptions('setup', ['--env', 'staging'])).toMatchObject({
      environment: 'staging',
      dryRun: false,
    });
    // npm keeps an option that comes before the two dashes, so the command does not receive it.
    for (const args of [[], ['--env', 'live']])
      expect(() => readOptions('doctor', args)).toThrow(
        'Give the environment after two dashes: npm run doctor -- --env staging or --env production',
      );
  });

  test('a key that does not exist is named', () =>
    expect(() => readOptions('setup', ['--env', 'staging', '--ask', 'STRIPE'])).toThrow(
      /^There is no key STRIPE\. Keys: /,
    ));
});
