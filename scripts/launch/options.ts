import { parseArgs } from 'node:util';
import { type Environment, environmentOf, keys } from './keys.ts';

export function readOptions(
  command: 'setup' | 'doctor',
  args: string[],
): {
  environment: Environment;
  only: string | undefined;
  dryRun: boolean;
  json: boolean;
  again: string[];
  /** The names of the secrets to rotate, or `all`. */
  rotate: string | undefined;
  /** True if doctor's findings are stored for staff. */
  report: boolean;
  /** True if a whole booking is tried. */
  book: boolean;
  /** The reference of the project whose database is emptied first. */
  empty: string | undefined;
} {
  const { values } = parseArgs({
    args,
    options: {
      env: { type: 'string' },
      only: { type: 'string' },
      ask: { type: 'string', default: '' },
      rotate: { type: 'string' },
      'empty-database': { type: 'string' },
      report: { type: 'boolean', default: false },
      book: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const environment = environmentOf(values.env, command);
  const again = values.ask.split(',').filter(Boolean);
  const stranger = again.find((name) => !(name in keys));
  if (stranger !== undefined)
    throw new Error(`There is no key ${stranger}. Keys: ${Object.keys(keys).join(', ')}`);
  const { only, json, rotate, report, book } = values;
  return {
    environment,
    only,
    dryRun: values['dry-run'],
    json,
    again,
    rotate,
    report,
    book,
    empty: values['empty-database'],
  };
}
