// `npm run setup -- --env staging` does every step of docs/deploying.md that an API can do. It may be repeated, and
// continues where it was interrupted. `--dry-run` only says what it would do, `--only timer,functions` does some steps,
// and `--ask STRIPE_SECRET_KEY` asks for a new key. `--rotate all` (or names) replaces secrets and then revokes the old
// ones. `--empty-database <project>` empties a staging database first.
import { askAtTerminal, askForKey, askForKeys } from './launch/ask.ts';
import { checklistLines } from './launch/checklist.ts';
import { type Context, realWorld } from './launch/context.ts';
import { emptyDatabase } from './launch/empty-database.ts';
import { openKeyStore } from './launch/key-store.ts';
import { readOptions } from './launch/options.ts';
import { sentences, summary } from './launch/print.ts';
import { openRotationStore, rotate } from './launch/rotation.ts';
import { chosenRotations } from './launch/rotations.ts';
import { chooseSteps, setUp } from './launch/run.ts';
import { steps } from './launch/steps.ts';

async function run(): Promise<void> {
  const {
    environment,
    only,
    dryRun,
    again,
    rotate: names,
    empty,
  } = readOptions('setup', process.argv.slice(2));
  const todo = chooseSteps(steps, only);
  const keys = openKeyStore(environment);
  console.log(`Keys for ${environment} are kept in ${keys.file}`);
  if (names !== undefined) {
    await rotateKeys(names, { environment, keys, dryRun });
    return;
  }
  if (process.stdin.isTTY && !dryRun)
    await askForKeys(todo, keys, { environment, ask: askAtTerminal, again });
  const context = { ...realWorld, environment, keys, tell: (line: string) => console.log(keys.redact(line)) };
  if (empty !== undefined && !dryRun) await emptyDatabase(context, empty);
  const results = await setUp(todo, context, {
    dryRun,
    progress: {
      onChecked: (result) => console.log(sentences(result, environment)),
      onStart: ({ what }) => console.log(`… ${what}`),
      onSkip: ({ what }) => console.log(`would: ${what}`),
    },
  });
  console.log(`\n${summary(results)} Run it again to go on.`);
  if (!only) console.log(`\nOnly a person can do these:\n${checklistLines(keys.get('SITE_URL')).join('\n')}`);
  if (results.some(({ state }) => state !== 'ok')) process.exitCode = 1;
}

async function rotateKeys(
  names: string,
  { environment, keys, dryRun }: Pick<Context, 'environment' | 'keys'> & { dryRun: boolean },
): Promise<void> {
  const wanted = chosenRotations(names);
  if (dryRun) {
    for (const { name, make } of wanted)
      console.log(`would: ${make ? 'make' : 'ask for'} a new ${name}, set it, revoke the old one`);
    return;
  }
  const context = { ...realWorld, environment, keys, tell: (line: string) => console.log(keys.redact(line)) };
  const results = await rotate(wanted, context, {
    store: openRotationStore(keys.file),
    ask: process.stdin.isTTY ? (name) => askForKey(name, environment, askAtTerminal) : null,
    progress: {
      onChecked: (result) => console.log(sentences(result, environment)),
      onStart: ({ what }) => console.log(`… ${what}`),
      onSkip: ({ what }) => console.log(`would: ${what}`),
    },
  });
  console.log('');
  for (const { name, state, says } of results)
    console.log(`${state === 'waits' ? '○' : '✓'} ${name}: ${says}`);
  if (results.some(({ state }) => state === 'waits')) process.exitCode = 1;
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
