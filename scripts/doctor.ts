// `npm run doctor -- --env production` checks every step of a launch and changes nothing. `--json` prints the findings
// for programs. `--report` stores the findings for /management/system, where staff read them. `--book` also makes one
// whole booking of S$0.50 in test mode, with its refund, and removes it. The exit code is 1 unless everything is right,
// and 2 if nothing could be checked.
import { realWorld } from './launch/context.ts';
import { openKeyStore } from './launch/key-store.ts';
import { readOptions } from './launch/options.ts';
import { asJson, sentences, summary } from './launch/print.ts';
import { reportFindings } from './launch/report.ts';
import { chooseSteps, checkAll } from './launch/run.ts';
import { steps } from './launch/steps.ts';
import { trialBooking } from './launch/trial-booking.ts';

async function run(): Promise<void> {
  const { environment, only, json, report, book } = readOptions('doctor', process.argv.slice(2));
  // A report replaces the last one, so a report of some steps would hide the findings about the others.
  if (report && only !== undefined) throw new Error('A report is of all steps: leave out --only.');
  const keys = openKeyStore(environment);
  const context = { ...realWorld, environment, keys, tell: console.error };
  const chosenSteps = book ? [...chooseSteps(steps, only), trialBooking] : chooseSteps(steps, only);
  const results = await checkAll(chosenSteps, context);
  if (json) console.log(JSON.stringify({ environment, steps: results.map(asJson) }, null, 2));
  else
    console.log(
      `${results.map((result) => sentences(result, environment)).join('\n')}\n\n${summary(results)}`,
    );
  if (report) await reportFindings(context, results);
  if (results.some(({ state }) => state !== 'ok')) process.exitCode = 1;
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
