// `npm run rollback -- --env production` restores the previous version of the site and the functions. The
// database stays as it is. If the previous version cannot work with it, nothing is changed.
import { parseArgs } from 'node:util';
import { bundleFunctionsOf } from './launch/releases/git-checkout.ts';
import { runCommand } from './launch/releases/command.ts';
import { rollback } from './launch/releases/rollback.ts';

const { values } = parseArgs({
  options: { env: { type: 'string' }, 'take-over': { type: 'boolean', default: false } },
});
await runCommand('rollback', values.env, (context) =>
  rollback(context, (commit) => bundleFunctionsOf(commit), {
    takeOver: values['take-over'],
  }),
);
