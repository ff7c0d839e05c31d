import { parseArgs } from 'node:util';
import { type Environment, environments } from './keys.ts';

export function readOptions(args: string[]): {
  environment: Environment;
  only: string | undefined;
  dryRun: boolean;
  json: boolean;
} {
  const { values } = parseArgs({
    args,
    options: {
      env: { type: 'string' },
      only: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const environment = environments.find((name) => name === values.env);
  // Without a default, nobody changes production by forgetting a word.
  if (!environment) throw new Error(`Say which: --env ${environments.join(' or --env ')}`);
  return { environment, only: values.only, dryRun: values['dry-run'], json: values.json };
}
