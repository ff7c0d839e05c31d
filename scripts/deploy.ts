// `npm run deploy -- --env production` deploys the version that is checked out: the database, then the functions, then
// the site. If it stops, it says what has been changed so far, and it continues when it is repeated.
import { parseArgs } from 'node:util';
import { checkedOutVersion } from './launch/releases/git-checkout.ts';
import { runCommand } from './launch/releases/command.ts';
import { deploy } from './launch/releases/deploy.ts';

const { values } = parseArgs({
  options: { env: { type: 'string' }, 'take-over': { type: 'boolean', default: false } },
});
await runCommand('deploy', values.env, (context) =>
  deploy(context, { ...checkedOutVersion(context.environment), takeOver: values['take-over'] }),
);
