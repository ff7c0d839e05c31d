// `npm run restore -- --env production --to 2026-11-30T10:00:00+08:00` restores the database to a moment, and checks
// its books. `--judge --since 2026-11-30T10:00:00+08:00` only checks a database that the dashboard has restored.
import { parseArgs } from 'node:util';
import { runCommand } from './launch/releases/command.ts';
import { judge, restoreTo } from './launch/releases/restore.ts';

const { values } = parseArgs({
  options: {
    env: { type: 'string' },
    to: { type: 'string' },
    since: { type: 'string' },
    confirm: { type: 'string' },
    judge: { type: 'boolean', default: false },
  },
});
await runCommand('restore', values.env, async (context) => {
  if (!values.judge && !values.to) throw new Error('Say --to and a moment, or --judge.');
  if (values.to && !values.judge) await restoreTo(context, new Date(values.to), values.confirm);
  const moment = values.to ?? values.since;
  const findings = await judge(context, moment ? new Date(moment) : null);
  for (const { state, says, parents, fix } of findings) {
    console.log(`${state === 'ok' ? '✓' : '✗'} ${says}`);
    if (state !== 'ok')
      console.log(
        [parents && `    Parents: ${parents}`, fix && `    Fix: ${fix}`].filter(Boolean).join('\n'),
      );
  }
  if (findings.some(({ state }) => state !== 'ok')) process.exitCode = 1;
});
