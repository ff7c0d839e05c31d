// `npm run doctor -- --env production`: looks at every step of a launch and changes nothing. `--json` for programs.
// The exit code is 1 unless everything is right.
import { realWorld } from './launch/context.ts';
import { openKeyStore } from './launch/key-store.ts';
import { readOptions } from './launch/options.ts';
import { asJson, sentences, summary } from './launch/print.ts';
import { chosen, lookAtAll } from './launch/run.ts';
import { steps } from './launch/steps.ts';

const { environment, only, json } = readOptions(process.argv.slice(2));
const keys = openKeyStore(environment);
const results = await lookAtAll(chosen(steps, only), { ...realWorld, environment, keys, tell: () => {} });
if (json) console.log(JSON.stringify({ environment, steps: results.map(asJson) }, null, 2));
else console.log(`${results.map(sentences).join('\n')}\n\n${summary(results)}`);
if (results.some(({ state }) => state !== 'ok')) process.exitCode = 1;
