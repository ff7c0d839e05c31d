import { printReport, type Report } from './problem.ts';

/**
 * What many pages need is asked for and filled once a build; its gaps go to whoever asks first. A preview sees what
 * was written a moment ago, and asks anew each time.
 */
export function once<T>(load: (report: Report) => Promise<T>): (report?: Report) => Promise<T> {
  // Where nothing bundles it, as in the build's own hooks, there is no `env` either.
  const isBuild = (import.meta as { env?: ImportMetaEnv }).env?.PROD === true;
  let known: Promise<T> | undefined;
  return (report = printReport) => (isBuild ? (known ??= load(report)) : load(report));
}
