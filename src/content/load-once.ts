import { printReport, type Report } from './problem.ts';

/**
 * Wraps a function so that it loads data once per build, and reports gaps to the first caller. A preview loads them
 * each time.
 */
export function loadOnce<T>(load: (report: Report) => Promise<T>): (report?: Report) => Promise<T> {
  // Outside the bundler, for example in build hooks, `env` does not exist.
  const isBuild = (import.meta as { env?: ImportMetaEnv }).env?.PROD === true;
  let cached: Promise<T> | undefined;
  return (report = printReport) => (isBuild ? (cached ??= load(report)) : load(report));
}
